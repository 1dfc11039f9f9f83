// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: fail_nth
 *
 * Makes the nth call of one kernel function fail, when a given process calls it, or
 * anybody, without the function being run. With it a test can let each step of a driver's
 * start fail in turn and see whether what has been done is undone.
 *
 * Debian's kernels are built without the kernel's own fault injection, hence a
 * kprobe: at the function's entry execution is sent to a function that only
 * returns the error. The function must have no arguments on the stack.
 *
 *	insmod fail_nth.ko symbol=evergreen:start_memory pid=123 error=-12
 *	echo 1 >/sys/module/fail_nth/parameters/nth
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>

static char *symbol;
module_param(symbol, charp, 0444);
MODULE_PARM_DESC(symbol, "function, with \"module:\" before it if it belongs to one");

static int pid;
module_param(pid, int, 0444);
MODULE_PARM_DESC(pid, "process whose calls count; 0: any");

static uint nth, calls, hits;

/* Another number starts the counting anew. */
static int set_nth(const char *val, const struct kernel_param *kp)
{
	calls = 0;
	hits = 0;
	return param_set_uint(val, kp);
}

static const struct kernel_param_ops nth_ops = {
	.set = set_nth,
	.get = param_get_uint,
};

module_param_cb(nth, &nth_ops, &nth, 0644);
MODULE_PARM_DESC(nth, "which of them fails; 0: none");
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "calls seen since nth was set");
module_param(hits, uint, 0444);
MODULE_PARM_DESC(hits, "calls that failed: 0 or 1");

static long error;
module_param(error, long, 0444);
MODULE_PARM_DESC(error, "what it returns");

static uint hold_ms;
module_param(hold_ms, uint, 0444);
MODULE_PARM_DESC(hold_ms, "ms that it sleeps before that, where the function may");

static noinline long fail_return(void)
{
	if (hold_ms)
		msleep(hold_ms);
	return READ_ONCE(error);
}

/* The process is one thread, so nobody else is counting; nor does a function that runs once at a time. */
static int fail_entry(struct kprobe *probe, struct pt_regs *regs)
{
	if ((pid && current->tgid != pid) || ++calls != nth)
		return 0;
	hits++;
	instruction_pointer_set(regs, (unsigned long)fail_return);
	return 1;
}
NOKPROBE_SYMBOL(fail_entry);

static struct kprobe fail_probe = {
	.pre_handler = fail_entry,
};

static int __init fail_init(void)
{
	if (!symbol)
		return -EINVAL;
	fail_probe.symbol_name = symbol;
	return register_kprobe(&fail_probe);
}
module_init(fail_init);

static void __exit fail_exit(void)
{
	unregister_kprobe(&fail_probe);
}
module_exit(fail_exit);

MODULE_DESCRIPTION("Let the nth call of a function fail");
MODULE_AUTHOR("The evergreen authors");
MODULE_LICENSE("Dual MIT/GPL");
