#!/bin/sh
# Makes the pictures of sheets in the guide anew: docs/guide/pictures/make.sh target/debug/bughouse (built with PDF; needs pdftoppm and python3).
set -e
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_STATE_HOME="$folder/state"
cat > entries.csv <<'ENTRIES'
Team,School,Player 1,Rating 1,Player 2,Rating 2
Pin Cushions,Washington Magnet,Wei Chen,1500,Hana Sato,1480
Royal Forks,Lincoln Elementary,Priya Raman,1440,Noah Smith,1420
Drop Zone,Washington Magnet,Kwame Mensah,1400,Leo Novak,1380
En Passant Panthers,Lincoln Elementary,Nora Quinn,1350,Iris Vogel,1340
Flag Fallers,Jefferson School,Abel Tesfaye,1300,Dan Kim,1290
Knight Riders,Lincoln Elementary,Ann Lee,1250,José Núñez,1240
Rook & Roll,Jefferson School,Łukasz Żółw,1200,Émile Martin,1190
Pawn Stars,St. Mary's,Mia Müller,1150,Oskar Lindqvist,1140
Zugzwang Bang,Jefferson School,Ruth Weiss,1100,Tom Barry,1090
Queen Bees,Washington Magnet,Anaïs Dupont,1050,Lily Park,1040
Bishops of Bytown,Jefferson School,Omar Haddad,1000,Zoë Zimmer,990
Check Mates,St. Mary's,Giulia Rossi,950,Sam Ortiz,940
Castle Crashers,Lincoln Elementary,Ben Adler,900,Ida Holm,890
Double Trouble,St. Mary's,Max Fields,850,Joe Fields,840
ENTRIES
{
    "$program" new --name "Spring Bughouse" --seed 7 --rulebook us-chess-2018
    "$program" section add K-6 --rounds 4
    "$program" import entries.csv --section K-6
    "$program" times K-6 9:00 9:40 10:20 11:00
    for round in 1 2 3; do
        "$program" pair K-6
        for result in 1:1-0 2:0-1 3:1-0 4:1/2 5:0-1 6:1-0 7:1-0; do
            [ $round-$result = 3-2:0-1 ] && result=2:1/2
            "$program" result "${result%%:*}" "${result#*:}"
        done
    done
    "$program" pairings K-6 -o pairings.pdf
    "$program" pairings K-6 --by player -o finder.pdf
    "$program" standings K-6 -o standings.pdf
    "$program" crosstable K-6 -o crosstable.pdf
    "$program" slips K-6 -o slips.pdf
} > said
for picture in pairings:390 finder:704 standings:640 crosstable:420 slips:345; do
    pdftoppm -r 64 -f 1 -l 1 "${picture%%:*}.pdf" | python3 "$here/grey.py" "${picture#*:}" "$here/${picture%%:*}.png"
done
