#version 310 es
// Bytes are counted in local memory; each group adds what it has counted to all. Why barriers
// stand behind branches and loops: see matrix.comp.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Given { highp uint given[]; };
layout(std430, binding = 1) buffer Made { highp uint counts[256]; };
layout(std140, binding = 0) uniform Sizes { highp uint threads, rounds; };

shared highp uint mine[256];

void main()
{
	uint me = gl_LocalInvocationIndex, at = gl_WorkGroupID.x * threads * rounds + me;

	if (me < threads)
		mine[me] = 0u;
	barrier();
	for (uint i = 0u; i < rounds; i++, at += threads) {
		uint four = given[at];

		for (uint byte_ = 0u; byte_ < 4u; byte_++, four >>= 8u)
			atomicAdd(mine[four & 0xffu], 1u);
	}
	barrier();
	atomicAdd(counts[me], mine[me]);
}
