// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Another device that takes its time: whoever writes the number of a DMA-BUF's file to
 * /dev/slow_fence has a write of it pending, which ends when he closes that. With the
 * parameter until=FUNCTION all end as soon as that function of the kernel is called.
 */
#include <linux/dma-buf.h>
#include <linux/dma-fence.h>
#include <linux/dma-resv.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

/* A file, once it has a fence. */
struct pending {
	struct dma_fence *fence;
	struct list_head node;
};

static DEFINE_SPINLOCK(lock);	/* that all fences have to have */
static DEFINE_SPINLOCK(files_lock);
static LIST_HEAD(files);

static char *until;
module_param(until, charp, 0444);
MODULE_PARM_DESC(until, "function with whose call all fences signal");

static const char *name(struct dma_fence *fence)
{
	return "slow_fence";
}

static const struct dma_fence_ops ops = {
	.get_driver_name = name,
	.get_timeline_name = name,
};

static struct dma_fence *make_fence(void)
{
	struct dma_fence *fence = kzalloc(sizeof(*fence), GFP_KERNEL);

	if (fence)
		dma_fence_init(fence, &ops, &lock, dma_fence_context_alloc(1), 1);
	return fence;
}

static int attach(struct dma_resv *resv, struct dma_fence *fence)
{
	int ret;

	ret = dma_resv_lock(resv, NULL);
	if (ret)
		return ret;
	ret = dma_resv_reserve_fences(resv, 1);
	if (!ret)
		dma_resv_add_fence(resv, fence, DMA_RESV_USAGE_WRITE);
	dma_resv_unlock(resv);
	return ret;
}

static void drop(struct pending *p)
{
	if (!p->fence)
		return;
	spin_lock(&files_lock);
	list_del(&p->node);
	spin_unlock(&files_lock);
	dma_fence_signal(p->fence);
	dma_fence_put(p->fence);
	p->fence = NULL;
}

static int add(struct pending *p, struct dma_resv *resv)
{
	int ret;

	p->fence = make_fence();
	if (!p->fence)
		return -ENOMEM;
	spin_lock(&files_lock);
	list_add(&p->node, &files);
	spin_unlock(&files_lock);
	ret = attach(resv, p->fence);
	if (ret)
		drop(p);
	return ret;
}

static ssize_t slow_fence_write(struct file *file, const char __user *user, size_t len,
				loff_t *at)
{
	struct pending *p = file->private_data;
	struct dma_buf *dmabuf;
	int fd, ret;

	if (len != sizeof(fd) || p->fence)
		return -EINVAL;
	if (copy_from_user(&fd, user, sizeof(fd)))
		return -EFAULT;
	dmabuf = dma_buf_get(fd);
	if (IS_ERR(dmabuf))
		return PTR_ERR(dmabuf);
	ret = add(p, dmabuf->resv);
	dma_buf_put(dmabuf);
	return ret ?: len;
}

static int slow_fence_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct pending), GFP_KERNEL);
	return file->private_data ? 0 : -ENOMEM;
}

static int slow_fence_release(struct inode *inode, struct file *file)
{
	drop(file->private_data);
	kfree(file->private_data);
	return 0;
}

static int called(struct kprobe *probe, struct pt_regs *regs)
{
	struct pending *p;

	spin_lock(&files_lock);
	list_for_each_entry(p, &files, node)
		dma_fence_signal(p->fence);
	spin_unlock(&files_lock);
	return 0;
}

static struct kprobe probe = {
	.pre_handler = called,
};

static const struct file_operations fops = {
	.owner = THIS_MODULE,
	.open = slow_fence_open,
	.write = slow_fence_write,
	.release = slow_fence_release,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "slow_fence",
	.fops = &fops,
};

static int __init slow_fence_init(void)
{
	int ret;

	probe.symbol_name = until;
	ret = until ? register_kprobe(&probe) : 0;
	if (ret)
		return ret;
	ret = misc_register(&device);
	if (ret && until)
		unregister_kprobe(&probe);
	return ret;
}

static void __exit slow_fence_exit(void)
{
	misc_deregister(&device);
	if (until)
		unregister_kprobe(&probe);
}

module_init(slow_fence_init);
module_exit(slow_fence_exit);

/* As MODULE_IMPORT_NS(), which wants no quotes before Linux 6.13. */
MODULE_INFO(import_ns, "DMA_BUF");
MODULE_DESCRIPTION("Fences that signal when a test wants it");
MODULE_LICENSE("Dual MIT/GPL");
