# SPDX-License-Identifier: GPL-2.0
#
# gnuplot -e "data='FILE'; picture='FILE'" cells.gp: the picture of what report.awk
# wrote, a panel for each place.

stats data using 0 nooutput
places = STATS_blocks
columns = places > 1 ? 2 : 1
rows = (places + columns - 1) / columns
set terminal svg size 640 * columns, 320 * rows background 'white' font 'sans,11'
set output picture
set style data histogram
set style histogram clustered gap 1
set style fill solid border -1
set boxwidth 0.9
set yrange [0:1.05]
set ylabel 'share of the limit'
set bmargin 5
set xtics rotate by -35 nomirror
set grid ytics
set key outside top horizontal
set multiplot layout rows, columns
do for [place = 0:places - 1] {
	stats data index place every ::0::0 using (name = strcol(1), 0) nooutput
	set title name
	plot for [column = 2:5] data index place using column:xtic(1) title columnheader(column)
}
unset multiplot
