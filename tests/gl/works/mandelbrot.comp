#version 310 es
#extension GL_EXT_gpu_shader5 : require
// How many rounds of z = z * z + c a point takes to leave a circle of radius 2, at most so many.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 1) writeonly buffer Made { highp uint rounds[]; };
layout(std140, binding = 0) uniform View { highp vec2 corner; highp float step_; highp uint most, side; };

void main()
{
	precise highp vec2 c = corner + step_ * vec2(gl_GlobalInvocationID.xy), z = vec2(0.0);
	uint n = 0u;

	for (; n < most; n++) {
		precise highp float xx = z.x * z.x, yy = z.y * z.y, xy = z.x * z.y;

		if (xx + yy > 4.0)
			break;
		z = vec2(xx - yy + c.x, xy + xy + c.y);
	}
	rounds[gl_GlobalInvocationID.y * side + gl_GlobalInvocationID.x] = n;
}
