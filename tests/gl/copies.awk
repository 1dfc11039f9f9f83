# SPDX-License-Identifier: MIT OR GPL-2.0
#
# Which of Mesa's random copies (R600_DEBUG=testdma) can be judged, and how many came out right:
# on a card that runs no shaders, and with -v shaders=1 on one that does. A line of them:
#
#   3: dst = (  634 x   459 x 1, 2D_TILED_THIN1),  src = (...), bpp =  8, BLITs: GFX =  0, DMA =  1, pass [1/4]
#
# judged	from linear to linear, from linear to tiled or back, and between surfaces tiled
#		alike whose edges are multiples of 256: the DMA engine copies, and fills and
#		reads the surfaces, too, which CP_DMA has cleared. With shaders all but those alike
# shader	at least one copy was a draw: judged if there are shaders
# alike	tiled alike, but odd: Mesa copies height times pitch, which is not all of the
#		last row of tiles. Each of them is told. Without shaders also narrow ones, and
#		those of 16 bytes, which Mesa, the latter on Cayman, fills and reads with a shader
# nothing	no copy at all

function count(line, engine)
{
	sub(".*" engine " = *", "", line)
	return line + 0
}

# The surface after "dst =" or "src =": WIDTH x HEIGHT x LAYERS, MODE
function surface(line, which, at)
{
	sub(".*" which " = \\(", "", line)
	sub("\\).*", "", line)
	split(line, at, /[ x,]+/)
	first = at[1] == "" ? 2 : 1
	width = at[first]
	height = at[first + 1]
	mode = at[first + 3]
}

# Tiles are 8 pixels high. With 2D tiling a row of macro tiles is stored as a whole: they are 256 pixels
# high at most, and a power of two; lower surfaces are not tiled so.
function is_odd(line, row)
{
	if (!shaders)
		return width % 256 || height % 256 || count(line, "bpp") == 16
	for (row = 8; mode ~ /^2D/ && row < 256 && row < height; row *= 2)
		;
	return height % row
}

function kind(line)
{
	if (count(line, "GFX"))
		return shaders ? "judged" : "shader"
	if (!count(line, "DMA"))
		return "nothing"
	surface(line, "src")
	from = mode
	surface(line, "dst")
	if (from == mode && mode != "LINEAR_ALIGNED" && is_odd(line))
		return "alike"
	return "judged"
}

/BLITs/ {
	what = kind($0)
	if (/, pass /)
		good[what]++
	else
		bad[what]++
	if (what == "alike" && shaders)
		printf "line %d: %d rows have no end where those of tiles have one\n", $1, height
}

END {
	split("judged shader alike nothing", kinds)
	for (i = 1; i <= 4; i++)
		printf "%s %d right %d wrong\n", kinds[i], good[kinds[i]], bad[kinds[i]]
}
