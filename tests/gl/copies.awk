# SPDX-License-Identifier: MIT OR GPL-2.0
#
# Which of Mesa's random copies (R600_DEBUG=testdma) can be judged on a card that runs no
# shaders, and how many came out right. A line of them:
#
#   3: dst = (  634 x   459 x 1, 2D_TILED_THIN1),  src = (...), bpp =  8, BLITs: GFX =  0, DMA =  1, pass [1/4]
#
# judged	from linear to linear, from linear to tiled or back, and between surfaces tiled
#		alike whose edges are multiples of 256: the DMA engine copies, and fills and
#		reads the surfaces, too, which CP_DMA has cleared
# shader	at least one copy was a draw
# alike	tiled alike, but odd: Mesa copies height times pitch, which is not all of the
#		last row of tiles; narrow ones, and on Cayman those of 16 bytes, it fills
#		and reads with a shader
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

function kind(line)
{
	if (count(line, "GFX"))
		return "shader"
	if (!count(line, "DMA"))
		return "nothing"
	surface(line, "src")
	from = mode
	surface(line, "dst")
	if (from == mode && mode != "LINEAR_ALIGNED" &&
	    (width % 256 || height % 256 || count(line, "bpp") == 16))
		return "alike"
	return "judged"
}

/BLITs/ {
	what = kind($0)
	if (/, pass /)
		good[what]++
	else
		bad[what]++
}

END {
	split("judged shader alike nothing", kinds)
	for (i = 1; i <= 4; i++)
		printf "%s %d right %d wrong\n", kinds[i], good[kinds[i]], bad[kinds[i]]
}
