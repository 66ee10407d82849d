"""Writes the upper part of a picture, so many lines, as a PNG of sixteen greys: grey.py LINES FILE.png < picture.ppm"""
import struct
import sys
import zlib

magic, width, height, most, pixels = sys.stdin.buffer.read().split(maxsplit=4)
parts = 3 if magic == b"P6" else 1
width, lines = int(width), min(int(sys.argv[1]), int(height))
pixels = pixels[-width * int(height) * parts :]


def row(line):
    greys = [(sum(pixels[at : at + parts]) // parts + 8) // 17 for at in range(line * width * parts, (line + 1) * width * parts, parts)]
    greys += [15] * (width % 2)
    return b"\0" + bytes(one << 4 | two for one, two in zip(greys[::2], greys[1::2]))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


with open(sys.argv[2], "wb") as png:
    head = struct.pack(">IIBBBBB", width, lines, 4, 0, 0, 0, 0)
    data = zlib.compress(b"".join(row(line) for line in range(lines)), 9)
    png.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
