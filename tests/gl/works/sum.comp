#version 310 es
// One sum for each thread.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { highp float a[1048576], b[1048576]; };
layout(std430, binding = 1) writeonly buffer Made { highp float sum[]; };

void main()
{
	uint i = gl_GlobalInvocationID.x;

	sum[i] = a[i] + b[i];
}
