# SPDX-License-Identifier: MIT OR GPL-2.0
#
# Piglit's generated tests of compute shaders store colours to an image, which is read back by
# drawing. Here they store the same to a buffer, which is read as it is.
#
#	awk -f ssbo.awk cs-dot-vec2-vec2.shader_test

/^writeonly uniform image2D tex;/ {
	print "layout(std430, binding = 0) writeonly buffer Picture { vec4 tex[]; };"
	next
}

/imageStore\(tex, coord, tmp_color\);/ {
	sub(/imageStore.*/, "tex[coord.y * int(gl_NumWorkGroups.x * gl_WorkGroupSize.x) + coord.x] = tmp_color;")
	stores++
}

# texture rgbw 0 (WIDTH, HEIGHT) FORMAT
/^texture rgbw 0/ {
	gsub(/[(),]/, " ")
	width = $4
	print "ssbo 0 " 16 * width * $5
	next
}

/^(clear|uniform int tex|image texture|fb tex)/ { next }

# probe rgb X Y R G B
/^probe rgb / {
	for (c = 0; c < 3; c++)
		print "probe ssbo float 0 " 16 * ($4 * width + $3) + 4 * c " == " $(5 + c)
	probes++
	next
}

{ print }

END {
	if (stores != 1 || !probes || !width) {
		print FILENAME ": not of the kind that is known" >"/dev/stderr"
		exit 1
	}
}
