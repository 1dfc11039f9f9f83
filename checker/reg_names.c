// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Names of registers
 *
 * A report names the register that is wrong. The names are those of the lists from which
 * checker/regs.c has its policies.
 */

#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"

/**
 * struct r600_cs_reg_row - one row of a list
 */
struct r600_cs_reg_row {
	/** @offset: first register, in bytes */
	u32 offset;

	/** @count: number of registers that follow each other */
	u32 count;

	/** @name: AMD's name of the first */
	const char *name;
};

#define CONFIG_REG(OFFSET, COUNT, NAME, POLICY)	{ OFFSET, COUNT, #NAME },
#define CONTEXT_REG(OFFSET, COUNT, NAME, POLICY)	{ OFFSET, COUNT, #NAME },

static const struct r600_cs_reg_row common_rows[] = {
#include "regs_common.h"
	{}
};

static const struct r600_cs_reg_row evergreen_rows[] = {
#include "regs_evergreen.h"
	{}
};

static const struct r600_cs_reg_row cayman_rows[] = {
#include "regs_cayman.h"
	{}
};

static const struct r600_cs_reg_row *const rows[] = {
	[R600_CS_EVERGREEN] = evergreen_rows,
	[R600_CS_CAYMAN] = cayman_rows,
};

static const char *find_row(const struct r600_cs_reg_row *row, u32 offset)
{
	for (; row->name; row++)
		if (offset >= row->offset &&
		    offset < row->offset + row->count * 4)
			return row->name;
	return NULL;
}

/**
 * r600_cs_reg_name() - what AMD calls a register
 * @class: command language
 * @offset: register, in bytes
 *
 * Return: the name, that of the first one for a register inside an array, or
 * NULL for a register without a row.
 */
const char *r600_cs_reg_name(enum r600_cs_class class, u32 offset)
{
	const char *name = find_row(common_rows, offset);

	return name ?: find_row(rows[class], offset);
}

/**
 * r600_cs_refuse_reg() - fill in the report for a register
 * @run: the run; its packet is the one to blame
 * @offset: register, in bytes
 * @value: what is wrong with it
 * @limit: the bound that it broke, or 0
 * @rule: what would be accepted
 *
 * Only here are names looked up, for it takes longer than most checks. A register
 * without a name is told by its offset instead of the value.
 *
 * Return: -EINVAL, to be handed up.
 */
int r600_cs_refuse_reg(struct r600_cs_run *run, u32 offset, u64 value,
		       u64 limit, const char *rule)
{
	const char *name = r600_cs_reg_name(run->in->chip->class, offset);

	return r600_cs_refuse(run, name ?: "register",
			      name ? value : offset, limit, rule);
}
