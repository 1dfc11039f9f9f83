// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Another device that takes its time: whoever writes the number of a DMA-BUF's file to
 * /dev/slow_fence has a write of it pending, which ends when he closes that.
 */
#include <linux/dma-buf.h>
#include <linux/dma-fence.h>
#include <linux/dma-resv.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

static DEFINE_SPINLOCK(lock);	/* that all fences have to have */

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

static void drop(struct file *file)
{
	struct dma_fence *fence = file->private_data;

	file->private_data = NULL;
	if (!fence)
		return;
	dma_fence_signal(fence);
	dma_fence_put(fence);
}

static ssize_t slow_fence_write(struct file *file, const char __user *user, size_t len,
				loff_t *at)
{
	struct dma_buf *dmabuf;
	int fd, ret = -ENOMEM;

	if (len != sizeof(fd) || file->private_data)
		return -EINVAL;
	if (copy_from_user(&fd, user, sizeof(fd)))
		return -EFAULT;
	dmabuf = dma_buf_get(fd);
	if (IS_ERR(dmabuf))
		return PTR_ERR(dmabuf);
	file->private_data = make_fence();
	if (file->private_data)
		ret = attach(dmabuf->resv, file->private_data);
	if (ret)
		drop(file);
	dma_buf_put(dmabuf);
	return ret ?: len;
}

static int slow_fence_open(struct inode *inode, struct file *file)
{
	file->private_data = NULL;
	return 0;
}

static int slow_fence_release(struct inode *inode, struct file *file)
{
	drop(file);
	return 0;
}

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
module_misc_device(device);

/* As MODULE_IMPORT_NS(), which wants no quotes before Linux 6.13. */
MODULE_INFO(import_ns, "DMA_BUF");
MODULE_DESCRIPTION("Fences that signal when a test wants it");
MODULE_LICENSE("Dual MIT/GPL");
