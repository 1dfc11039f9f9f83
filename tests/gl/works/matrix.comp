#version 310 es
#extension GL_EXT_gpu_shader5 : require
// A tile of 16 x 16 results for each group; the tiles that it needs go through local memory.
// Products are added in order, and each is rounded before it is added.
//
// Mesa's r600 (25.0 and 26.1 at least) moves a barrier to the beginning of its basic block, in
// front of accesses to local memory. So each stands at the beginning of one: behind a branch or
// a loop whose bounds the compiler does not know.
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Given { highp float a[65536], b[65536]; };
layout(std430, binding = 1) writeonly buffer Made { highp float product[]; };
layout(std140, binding = 0) uniform Sizes { highp uint side, tile_side; };

shared highp float left[16][16], right[16][16];

void main()
{
	uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
	uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
	precise highp float sum = 0.0;

	for (uint tile = 0u; tile < side; tile += tile_side) {
		if (column < side) {
			left[y][x] = a[row * side + tile + x];
			right[y][x] = b[(tile + y) * side + column];
		}
		barrier();
		for (uint k = 0u; k < tile_side; k++)
			sum += left[y][k] * right[k][x];
		barrier();
	}
	product[row * side + column] = sum;
}
