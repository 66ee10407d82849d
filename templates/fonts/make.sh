#!/bin/sh
# Makes the embedded fonts from Debian's packages fonts-inter and fonts-noto-cjk (and fonttools for pyftsubset).
# Glyphs are dropped, none is changed. Run it in this folder; the results are committed.
set -eu
inter=/usr/share/fonts/opentype/inter
noto=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
characters=$(mktemp)
trap 'rm -f "$characters"' EXIT

for weight in Regular SemiBold Bold; do
    pyftsubset "$inter/Inter-$weight.otf" --unicodes='*' --layout-features='kern,mark,ccmp,locl,tnum' \
        --no-hinting --name-IDs='*' --output-file="Inter-$weight.otf"
done
python3 characters.py > "$characters"
pyftsubset "$noto" --font-number=2 --text-file="$characters" --layout-features='' \
    --no-hinting --name-IDs='*' --output-file=NotoSansCJKsc-common.otf
