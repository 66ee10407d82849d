"""Prints the East Asian characters that the subset keeps: the common sets of four national standards."""

def rows(encoding, first, last, trail):
    for lead in range(first, last + 1):
        for second in trail:
            try:
                yield bytes([lead, second]).decode(encoding)
            except UnicodeDecodeError:
                pass

EUC = range(0xA1, 0xFF)
BIG5 = list(range(0x40, 0x7F)) + list(range(0xA1, 0xFF))
kept = set()
kept.update(rows("gb2312", 0xA1, 0xD7, EUC))   # mainland China, level 1
kept.update(rows("euc_jp", 0xA1, 0xA8, EUC))   # Japan: signs and kana
kept.update(rows("euc_jp", 0xB0, 0xCF, EUC))   # Japan, level 1
kept.update(rows("euc_kr", 0xB0, 0xC8, EUC))   # Korea: syllables
kept.update(rows("big5", 0xA4, 0xC6, BIG5))    # Taiwan, level 1
print("".join(sorted(c for c in kept if len(c) == 1 and ord(c) > 0x2E7F)))
