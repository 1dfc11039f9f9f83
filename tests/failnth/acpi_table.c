// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Has ACPI load a table (SSDT) from a file, for as long as this is loaded: what it adds to the
 * machine's devices, firmware might have. The kernel has the same in configfs, which Debian leaves
 * out.
 *
 *	insmod acpi_table.ko file=/tmp/ssdt
 */
#include <linux/acpi.h>
#include <linux/kernel_read_file.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

static char *file;
module_param(file, charp, 0444);
MODULE_PARM_DESC(file, "path of the table");

static u32 table_index;

static int __init ssdt_init(void)
{
	void *table = NULL;
	ssize_t size;

	if (!file)
		return -EINVAL;
	size = kernel_read_file_from_path(file, 0, &table, SZ_1M, NULL, READING_UNKNOWN);
	if (size < 0)
		return size;
	if (size < sizeof(struct acpi_table_header)) {
		vfree(table);
		return -EINVAL;
	}
	/* From here on it stays: ACPI compares later tables with those that have been unloaded. */
	return ACPI_FAILURE(acpi_load_table(table, &table_index)) ? -EINVAL : 0;
}

static void __exit ssdt_exit(void)
{
	acpi_unload_table(table_index);
}

module_init(ssdt_init);
module_exit(ssdt_exit);
MODULE_DESCRIPTION("Loads an ACPI table");
MODULE_LICENSE("Dual MIT/GPL");
