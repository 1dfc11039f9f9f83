// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Driver and model write down registers and packets apart from each other, so
 * that one slip does not agree with itself. Here the two are compared, as text:
 * what the driver's headers name at an offset or opcode, the model must name
 * likewise on some chip. What the checker lets streams write must be there on
 * the chip that it is for.
 */
#include "array.h"
#include "test_card.h"
#include "cp.h"

#define CHIPS 4

/* Two names for one register, both in use. */
static const struct { const char *driver, *model; } synonyms[] = {
	{ "CG_IND_INDEX", "CG_IND_ADDR" },
	{ "RCU_IND_INDEX", "RCU_INDEX" },
	{ "RCU_IND_DATA", "RCU_DATA" },
	{ "CRTC_INT_MASK", "INT_MASK" },
	/* The RLC of APUs has these where that of cards has others; the model only stores both. */
	{ "DMIF_ADDR_CALC", "PIPEn_ARBITRATION_CONTROL3" },
	{ "RLC_SAVE_AND_RESTORE_BASE", "RLC_HB_BASE" },
	{ "RLC_LB_CNTR_MAX", "RLC_HB_WPTR_LSB_ADDR" },
	{ "RLC_LB_CNTR_INIT", "RLC_HB_WPTR_MSB_ADDR" },
	{ "RLC_CLEAR_STATE_RESTORE_BASE", "RLC_HB_RPTR" },
	/* One of a series that the model has one row for. */
	{ "VM_CONTEXT1_PROTECTION_FAULT_STATUS", "VM_CONTEXT0_PROTECTION_FAULT_STATUS" },
	{ "VM_CONTEXT1_PROTECTION_FAULT_ADDR", "VM_CONTEXT0_PROTECTION_FAULT_ADDR" },
};

/* In the header at column 0 with a number, and no register. */
static const char *const no_registers[] = { "DMA_ENGINE_STRIDE" };

static struct card cards[CHIPS];

static bool same(const char *driver, const char *model)
{
	if (!model)
		return false;
	if (!strcmp(driver, model))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(synonyms); i++)
		if (!strcmp(driver, synonyms[i].driver) && !strcmp(model, synonyms[i].model))
			return true;
	return false;
}

static bool register_agrees(const char *name, uint32_t offset)
{
	bool agrees = false;

	for (int i = 0; i < CHIPS; i++)
		agrees |= same(name, gpu_reg_name(cards[i].gpu, offset));
	if (!agrees)
		check(false, "%s is %s at 0x%05x in the model", name,
		      gpu_reg_name(cards[CHIPS - 1].gpu, offset), offset);
	return agrees;
}

/* Packets that nobody may send, of which there is a name and nothing else. */
static const char *const no_packets[] = {
	"REG_RMW", "DRAW_INDEX_MULTI_AUTO", "DRAW_INDEX_MULTI_ELEMENT", "COPY_DATA", "ONE_REG_WRITE",
	"SET_ALU_CONST", "SET_RESOURCE_OFFSET", "SET_ALU_CONST_VS", "SET_ALU_CONST_DI",
	"SET_CONTEXT_REG_INDIRECT", "SET_RESOURCE_INDIRECT", "PRED_EXEC",
};

static bool in_model(const char *packet)
{
	for (size_t i = 0; i < ARRAY_SIZE(no_packets); i++)
		if (!strcmp(packet, no_packets[i]))
			return false;
	return true;
}

static bool packet_agrees(const char *name, uint32_t opcode)
{
	const char *model = opcode < 256 ? pm4_packet_name((uint8_t)opcode) : NULL;

	if (strncmp(name, "PACKET3_", 8) != 0 || (!model && !in_model(name + 8)))
		return true;
	if (same(name + 8, model))
		return true;
	check(false, "%s is %s in the model", name, model ? model : "nothing");
	return false;
}

static bool is_register(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(no_registers); i++)
		if (!strcmp(name, no_registers[i]))
			return false;
	return true;
}

static FILE *open_source(const char *file)
{
	const char *slash = strrchr(__FILE__, '/');
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%.*s/../../%s", slash ? (int)(slash - __FILE__) : 1,
		 slash ? __FILE__ : ".", file);
	f = fopen(path, "r");
	if (!f)
		check(false, "%s can be read", path);
	return f;
}

/* Fields of registers and packets are indented, names are not. */
static void compare(const char *file, bool (*agrees)(const char *name, uint32_t value), int least)
{
	char line[512], name[101];
	unsigned int value;
	FILE *f = open_source(file);
	int good = 0;

	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		if (line[7] == ' ' && line[8] != ' ' &&
		    sscanf(line, "#define %100[A-Za-z0-9_] 0x%x", name, &value) == 2 && is_register(name))
			good += agrees(name, value);
	fclose(f);
	check(good >= least, "%s: %d names agree", file, good);
}

/* The names of a series differ in a number; its row in the model has the first. */
static bool same_series(const char *a, const char *b)
{
	for (;;) {
		a += strspn(a, "0123456789");
		b += strspn(b, "0123456789");
		if (*a != *b || !*a)
			return *a == *b;
		a++;
		b++;
	}
}

static bool run_is_there(struct card *card, const char *name, uint32_t offset, unsigned int n)
{
	const char *first = gpu_reg_name(card->gpu, offset);

	if (!same_series(name, first)) {
		check(false, "%s is %s at 0x%05x in the model", name, first, offset);
		return false;
	}
	for (unsigned int i = 1; i < n; i++) {
		if (strcmp(gpu_reg_name(card->gpu, offset + 4 * i), "?") != 0)
			continue;
		check(false, "%s: nothing at 0x%05x in the model", name, offset + 4 * i);
		return false;
	}
	return true;
}

/* Rows are "CONTEXT_REG(offset, count, name, policy)". */
static void compare_rows(const char *file, struct card *card, int least)
{
	char line[512], name[101];
	FILE *f = open_source(file);
	unsigned int offset, n;
	int good = 0;

	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "CON%*[A-Z]_REG(%x, %u, %100[A-Za-z0-9_]", &offset, &n, name) == 3)
			good += run_is_there(card, name, offset, n);
	fclose(f);
	check(good >= least, "%s on %s: %d rows agree", file, gpu_config(card->gpu)->chip->name, good);
}

int main(void)
{
	static const char *const chips[CHIPS] = { "cypress", "cayman", "sumo", "aruba" };

	for (int i = 0; i < CHIPS; i++)
		card_new(&cards[i], chips[i], 0, NULL);
	compare("evergreen_reg.h", register_agrees, 100);
	compare("pm4_packets.h", packet_agrees, 60);
	compare_rows("checker/regs_common.h", &cards[0], 200);
	compare_rows("checker/regs_common.h", &cards[1], 200);
	compare_rows("checker/regs_evergreen.h", &cards[0], 10);
	compare_rows("checker/regs_cayman.h", &cards[1], 10);
	for (int i = 0; i < CHIPS; i++)
		card_free(&cards[i]);
	return test_end();
}
