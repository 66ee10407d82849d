#!/usr/bin/env python3
"""A terminal's screen as a picture: screen.py TYPED TITLE < what it answered. Lines keep their width in every font."""
import html
import sys

typed, title = sys.argv[1:]
lines = [f"$ {typed}"] + sys.stdin.read().rstrip("\n").split("\n") + ["$"]
high, wide = 50 + 19 * len(lines) + 7, 830
quiet = {1: "", 2: ' font-weight="700" fill="#ffffff"'}


def look(at, line):
    if at == 1 or line.startswith("Printed"):
        return ' fill="#8d96a1"'
    return quiet.get(at, "")


print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img" aria-labelledby="t">'
      f'<title id="t">{html.escape(title)}</title>')
print(f'<rect width="{wide}" height="{high}" rx="9" fill="#16191d"/>'
      + "".join(f'<circle cx="{x}" cy="18" r="5.5" fill="{fill}"/>' for x, fill in ((20, "#e06c60"), (38, "#e0b04f"), (56, "#63b95f"))))
print('<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14" fill="#d7dce2" xml:space="preserve">')
for at, line in enumerate(lines):
    indent = len(line) - len(line.lstrip())
    shown = line.strip().replace(" ", "\u00a0")
    if shown:
        print(f'<text x="{16 + 8.4 * indent:.1f}" y="{50 + 19 * at}"{look(at, line)} textLength="{8.4 * len(shown):.1f}">{html.escape(shown)}</text>')
print("</g></svg>")
