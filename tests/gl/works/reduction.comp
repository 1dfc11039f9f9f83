#version 310 es
// A group adds 4,096 numbers: each thread every 256th of them, and then half of the threads
// what the other half has, in local memory, until one is left. The last group has fewer.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Given { highp uint given[]; };
layout(std430, binding = 1) buffer Made { highp uint total, greatest; };

const uint COUNT = 1000000u;

shared highp uint sums[256], most[256];

void main()
{
	uint me = gl_LocalInvocationIndex, at = gl_WorkGroupID.x * 4096u + me;

	sums[me] = 0u;
	most[me] = 0u;
	for (uint i = 0u; i < 16u; i++, at += 256u) {
		if (at >= COUNT)
			break;
		sums[me] += given[at];
		most[me] = max(most[me], given[at]);
	}
	barrier();
	for (uint half_ = 128u; half_ > 0u; half_ >>= 1u) {
		if (me < half_) {
			sums[me] += sums[me + half_];
			most[me] = max(most[me], most[me + half_]);
		}
		barrier();
	}
	if (me == 0u) {
		atomicAdd(total, sums[0]);
		atomicMax(greatest, most[0]);
	}
}
