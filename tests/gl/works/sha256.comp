#version 310 es
// FIPS 180-4: a message of 1,024 bytes for each thread, and its padding.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { highp uint given[]; };
layout(std430, binding = 1) writeonly buffer Made { highp uint hash[]; };
layout(std140, binding = 0) uniform Constants { highp uvec4 round_[16], start[2]; };

const uint WORDS = 256u;

uint rotate(uint x, uint by)
{
	return x >> by | x << (32u - by);
}

uint big_endian(uint x)
{
	return x << 24u | (x & 0xff00u) << 8u | (x >> 8u & 0xff00u) | x >> 24u;
}

// What word there is behind the message: a bit, and its length in bits.
uint padding(uint i)
{
	return i == WORDS ? 0x80000000u : i == WORDS + 15u ? WORDS * 32u : 0u;
}

void main()
{
	uint message = gl_GlobalInvocationID.x, w[16];
	uvec4 h0 = start[0], h1 = start[1];

	for (uint block = 0u; block <= WORDS; block += 16u) {
		uvec4 s = h0, t = h1;

		for (uint i = 0u; i < 16u; i++)
			w[i] = block < WORDS ? big_endian(given[message * WORDS + block + i]) :
			       padding(block + i);
		for (uint i = 0u; i < 64u; i++) {
			uint now = w[i & 15u];
			uint s1 = rotate(t.x, 6u) ^ rotate(t.x, 11u) ^ rotate(t.x, 25u);
			uint choice = (t.x & t.y) ^ (~t.x & t.z);
			uint one = t.w + s1 + choice + round_[i >> 2u][i & 3u] + now;
			uint s0 = rotate(s.x, 2u) ^ rotate(s.x, 13u) ^ rotate(s.x, 22u);
			uint majority = (s.x & s.y) ^ (s.x & s.z) ^ (s.y & s.z);
			uint next = w[i + 1u & 15u], late = w[i + 14u & 15u];

			// The word for 16 rounds later takes the place of this one.
			w[i & 15u] = now + w[i + 9u & 15u] +
				     (rotate(next, 7u) ^ rotate(next, 18u) ^ next >> 3u) +
				     (rotate(late, 17u) ^ rotate(late, 19u) ^ late >> 10u);
			t = uvec4(s.w + one, t.xyz);
			s = uvec4(one + s0 + majority, s.xyz);
		}
		h0 += s;
		h1 += t;
	}
	for (uint i = 0u; i < 4u; i++) {
		hash[message * 8u + i] = h0[i];
		hash[message * 8u + 4u + i] = h1[i];
	}
}
