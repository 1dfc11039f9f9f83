// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: faces of cubes
 *
 * A face has a middle, and directions of its columns and rows. So what lies outside of a face has
 * a place in space, and that one is on another face.
 *
 * Sources: the faces' order and directions are those of OpenGL and Direct3D, as AMD's CUBE has
 * them.
 */
#include "unit.h"

/* Each is an axis and a sign. */
static const struct {
	struct { uint8_t axis; int8_t sign; } middle, column, row;
} faces[6] = {
	{ { 0, 1 }, { 2, -1 }, { 1, -1 } }, { { 0, -1 }, { 2, 1 }, { 1, -1 } },
	{ { 1, 1 }, { 0, 1 }, { 2, 1 } }, { { 1, -1 }, { 0, 1 }, { 2, -1 } },
	{ { 2, 1 }, { 0, 1 }, { 1, -1 } }, { { 2, -1 }, { 0, -1 }, { 1, -1 } },
};

/* Half texels from the middle of the cube; in one direction at is outside of the face. */
void tx_cube_neighbour(uint32_t size, unsigned int *face, int32_t at[2])
{
	int32_t n = (int32_t)size, outside, inside, place[3], across[2] = { 2 * at[0] + 1 - n, 2 * at[1] + 1 - n };

	place[faces[*face].middle.axis] = faces[*face].middle.sign * n;
	place[faces[*face].column.axis] = faces[*face].column.sign * across[0];
	place[faces[*face].row.axis] = faces[*face].row.sign * across[1];
	outside = at[0] < 0 || at[0] >= n ? faces[*face].column.axis : faces[*face].row.axis;
	*face = (unsigned int)(2 * outside + (place[outside] < 0));
	for (unsigned int c = 0; c < 2; c++) {
		inside = c ? faces[*face].row.sign * place[faces[*face].row.axis] :
			     faces[*face].column.sign * place[faces[*face].column.axis];
		/* seen from the middle, it lies n / (n + 1) as far out */
		at[c] = (int32_t)((int64_t)n * (inside + n + 1) / (2 * ((int64_t)n + 1)));
	}
}

bool tx_cube_project(unsigned int face, unsigned int from, float at[2])
{
	float place[3], depth;

	place[faces[from].middle.axis] = faces[from].middle.sign;
	place[faces[from].column.axis] = faces[from].column.sign * (2 * at[0] - 1);
	place[faces[from].row.axis] = faces[from].row.sign * (2 * at[1] - 1);
	depth = faces[face].middle.sign * place[faces[face].middle.axis];
	if (!(depth > 0))
		return false;
	at[0] = (faces[face].column.sign * place[faces[face].column.axis] / depth + 1) / 2;
	at[1] = (faces[face].row.sign * place[faces[face].row.axis] / depth + 1) / 2;
	return true;
}
