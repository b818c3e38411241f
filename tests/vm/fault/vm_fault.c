// SPDX-License-Identifier: GPL-2.0
/*
 * Faults on purpose, to see that the virtual machine harness reports them. Only
 * ever loaded in a virtual machine.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

static char *kind = "";
module_param(kind, charp, 0);
MODULE_PARM_DESC(kind, "warn, oops, panic or stay");

static void fault_oops(void)
{
	int *volatile nowhere = NULL;

	*nowhere = 1;
}

/* A reference that nobody gives back: the module can never be unloaded. */
static int fault_stay(void)
{
	return try_module_get(THIS_MODULE) ? 0 : -ENODEV;
}

static int __init vm_fault_init(void)
{
	if (!strcmp(kind, "warn"))
		WARN(1, "a warning on purpose\n");
	else if (!strcmp(kind, "oops"))
		fault_oops();
	else if (!strcmp(kind, "panic"))
		panic("a panic on purpose");
	else if (!strcmp(kind, "stay"))
		return fault_stay();
	else
		return -EINVAL;
	return 0;
}
module_init(vm_fault_init);

static void __exit vm_fault_exit(void)
{
}
module_exit(vm_fault_exit);

MODULE_DESCRIPTION("Faults on purpose, for the test of the harness");
MODULE_LICENSE("GPL");
