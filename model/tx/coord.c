// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: coordinates of texels
 *
 * A coordinate names a texel, or with the linear filter two and how much of the second; fractions
 * have eight bits. What lies outside is brought back or is the border, as the sampler says.
 *
 * Sources: AMD's register guides for modes of clamping; that fractions are rounded to eight bits
 * was seen on hardware. Guess: a point is rounded so too, unless the sampler truncates.
 */
#include "unit.h"

static int64_t between(int64_t n, int64_t most)
{
	return n < 0 ? 0 : n > most ? most : n;
}

static int64_t modulo(int64_t n, int64_t by)
{
	return (n % by + by) % by;
}

static int64_t bring_back(int64_t at, int64_t size, unsigned int clamp)
{
	int64_t mirrored = at < 0 ? -1 - at : at;

	if (at >= 0 && at < size)
		return at;
	switch (clamp) {
	case TX_WRAP:
		return modulo(at, size);
	case TX_MIRROR:
		at = modulo(at, 2 * size);
		return at < size ? at : 2 * size - 1 - at;
	case TX_EDGE:
		return between(at, size - 1);
	case TX_MIRROR_EDGE:
		return between(mirrored, size - 1);
	case TX_MIRROR_HALF_BORDER:
	case TX_MIRROR_BORDER:
		return mirrored < size ? mirrored : TX_BORDER;
	default:
		return TX_BORDER;
	}
}

struct tx_taps tx_find_taps(double u, uint32_t size, unsigned int clamp, bool linear, bool truncates)
{
	bool half = clamp == TX_HALF_BORDER || clamp == TX_MIRROR_HALF_BORDER;
	struct tx_taps taps = { { 0, 0 }, 0 };
	int64_t at;

	u = u != u ? 0 : u > TX_FAR * size ? TX_FAR * size : u < -TX_FAR * size ? -TX_FAR * size : u;
	if (clamp == TX_MIRROR_HALF_BORDER)
		u = fabs(u);
	if (half)
		u = u < 0 ? 0 : u > size ? size : u;
	if (!linear) {
		at = truncates ? (int64_t)floor(u) : (int64_t)floor(u * TX_ONE + 0.5) >> 8;
		taps.at[0] = (int32_t)bring_back(half ? between(at, (int64_t)size - 1) : at, size, clamp);
		return taps;
	}
	at = (int64_t)floor((u - 0.5) * TX_ONE + 0.5);
	taps.second = (uint32_t)(at & (TX_ONE - 1));
	at >>= 8;
	taps.at[0] = (int32_t)bring_back(at, size, clamp);
	taps.at[1] = (int32_t)bring_back(at + 1, size, clamp);
	return taps;
}
