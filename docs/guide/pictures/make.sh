#!/bin/sh
# Makes the pictures in the guide anew: docs/guide/pictures/make.sh target/debug/bughouse (built with PDF; needs pdftoppm, python3 and script).
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
    "$program" new --name "Spring Bughouse" --seed 3 --rulebook us-chess-2018
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
for picture in pairings:704 finder:704 standings:704 crosstable:544 slips:345; do
    pdftoppm -r 64 -f 1 -l 1 "${picture%%:*}.pdf" | python3 "$here/grey.py" "${picture#*:}" "$here/${picture%%:*}.png"
done

mkdir screen
cd screen
python3 - > entries.csv <<'ENTRIES'
colours = "Purple Green Golden Silver Crimson Amber Violet Scarlet".split()
pieces = "Rooks Knights Bishops Queens Pawns".split()
print("Team,Section,Player 1,Player 2")
for at in range(40):
    print(f"{colours[at % 8]} {pieces[at // 8]},{'K-3' if at < 16 else 'K-6'},Ann{at} Lee,Bo{at} Kim")
ENTRIES
{
    "$program" new spring --name "Spring Bughouse" --seed 3
    for section in K-3 K-6; do "$program" section add $section --rounds 5 --grace 10; done
    "$program" import entries.csv
    "$program" round
    "$program" start --all
    for table in 1 2 4 5 6 7 8 9 10 12 13 15 16 18; do "$program" result $table 1-0; done
    "$program" absent "Purple Rooks"
} > said
script -qec "stty cols 93; NO_COLOR=1 '$program' status" /dev/null | tr -d '\r' | python3 "$here/screen.py" "bughouse status" \
    "bughouse status on a terminal: two sections, their rounds and clocks, tables still out, and what to type next" > "$here/status.svg"
