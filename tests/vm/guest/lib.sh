# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# What a scenario has at hand. It runs in the source tree, its output is TAP.
# CHIP and DRIVER say what it runs on; /out is its log directory on the host.

lib_count=0
lib_failed=0

pass()
{
	lib_count=$((lib_count + 1))
	echo "ok $lib_count - $*"
}

fail()
{
	lib_count=$((lib_count + 1))
	lib_failed=$((lib_failed + 1))
	echo "not ok $lib_count - $*"
}

skip() # DESCRIPTION REASON
{
	lib_count=$((lib_count + 1))
	echo "ok $lib_count - $1 # SKIP $2"
}

# A remark for the log of the run; notes are shown by the runner.
note()
{
	echo "# note $*"
}

# Pass or fail by the status of a command. Its output goes along, as remarks.
ok() # DESCRIPTION COMMAND...
{
	lib_what=$1
	shift
	if "$@" >/tmp/ok.out 2>&1; then
		pass "$lib_what"
	else
		fail "$lib_what"
	fi
	sed 's/^/# /' /tmp/ok.out
}

is() # DESCRIPTION GOT WANTED
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1: $2 instead of $3"
	fi
}

# A kernel log line must be there, or must not.
log_has() # DESCRIPTION REGEX
{
	ok "$1" sh -c 'dmesg | grep -E "$1"' sh "$2"
}

log_lacks() # DESCRIPTION REGEX
{
	ok "$1" sh -c 'dmesg | grep -E "$1"; [ $? = 1 ]' sh "$2"
}

# evergreen.ko has printed no warning and no error, whatever its words.
log_quiet() # DESCRIPTION
{
	ok "$1" sh -c 'dmesg -r | grep -E "^<[0-4]>.*evergreen [0-9a-f]+:"; [ $? = 1 ]'
}

# Rings of evergreen.ko that work.
rings_at_work()
{
	grep -c ': working' "$(ls -d /sys/kernel/debug/dri/*/evergreen_rings | head -n 1)"
}

# Run a kselftest program. It counts its own results; one that dies counts as
# a failure through the plan that it could not fulfil, or through its status.
ksft() # PROGRAM [ARGUMENT...]
{
	lib_program=build/selftests/$1
	shift
	echo "# ${lib_program##*/} $*"
	if [ ! -x "$lib_program" ]; then
		fail "${lib_program##*/} is there"
		return
	fi
	busybox timeout $((1500 * SLOWER)) "$lib_program" "$@" >/tmp/ksft.out 2>&1
	lib_status=$?
	cat /tmp/ksft.out
	if [ $lib_status -eq 4 ] || grep -q '^1\.\.0' /tmp/ksft.out; then
		fail "${lib_program##*/} was skipped: $(grep -m1 SKIP /tmp/ksft.out)"
	elif [ $lib_status -eq 1 ] && grep -q '^not ok' /tmp/ksft.out; then
		:	# it has said so
	elif [ $lib_status -ne 0 ]; then
		fail "${lib_program##*/} ended with status $lib_status"
	fi
}

# kmod's, not busybox's: the kernels' modules are compressed.
modprobe()
{
	/usr/sbin/modprobe "$@"
}

rmmod()
{
	/usr/sbin/rmmod "$@"
}

# Load the driver of the scenario; true when it has made a render node. A driver that has
# other cards already is asked to take this one.
# The kernel's driver takes a job for a hang when the machine has much else to do.
load_driver() # [PARAMETER=VALUE...]
{
	case "$DRIVER $*" in
	*lockup_timeout=*) ;;
	radeon*) set -- lockup_timeout=60000 "$@" ;;
	esac
	modprobe "$DRIVER" "$@" || return 1
	lib_node=/dev/dri/renderD128
	if [ -n "${EVERGREEN_PCI:-}" ]; then
		lib_node=/sys/bus/pci/devices/$EVERGREEN_PCI/drm/renderD*
		[ -e $lib_node ] || echo "$EVERGREEN_PCI" >/sys/bus/pci/drivers_probe
	fi
	lib_tries=0
	until [ -e $lib_node ]; do
		lib_tries=$((lib_tries + 1))
		[ $lib_tries -lt 50 ] || return 1
		busybox sleep 0.1
	done
}

# The card of the scenario, whether or not a driver has it.
card_device()
{
	if [ -n "${EVERGREEN_PCI:-}" ]; then
		echo "/sys/bus/pci/devices/$EVERGREEN_PCI"
		return
	fi
	lib_vendor=$(grep -l 0x1002 /sys/bus/pci/devices/*/vendor | head -n 1)
	echo "${lib_vendor%/vendor}"
}

# Give displays the method ATRM, until acpi_table.ko is unloaded. See tests/vm/atrm.
acpi_atrm() # DEVICE KIND IMAGE...
{
	for lib_word in "$@"; do
		[ ! -d "$lib_word" ] || lib_word=$(cat "$lib_word/firmware_node/path")
		set -- "$@" "$lib_word"
		shift
	done
	tests/vm/atrm "$@" >/tmp/ssdt &&
		/usr/sbin/insmod "build/failnth/$(uname -r)/acpi_table.ko" file=/tmp/ssdt &&
		dmesg -c >/dev/null
}

# With what radeon.ko needs: on processors its dynamic power management dies of a VBIOS without
# tables for it, as the modelled one is.
load_on_any_chip()
{
	case $DRIVER.$CHIP in
	radeon.palm | radeon.sumo | radeon.sumo2 | radeon.aruba) load_driver dpm=0 ;;
	*) load_driver ;;
	esac
}

# A register of the card, read or written. No driver need have it; with one, the kernel wants
# iomem=relaxed.
reg() # OFFSET [VALUE]
{
	lib_registers=$(sed -n 3p "$(card_device)/resource" | cut -d' ' -f1)
	busybox devmem $((lib_registers + $1)) 32 ${2:+"$2"}
}

tracing=/sys/kernel/tracing
mount_tracing()
{
	[ -e $tracing/trace ] || mount -t tracefs trace $tracing
}

# Interrupts that the card has raised so far: the columns of its line, summed.
interrupts()
{
	awk '/evergreen|radeon/ { for (i = 2; $i ~ /^[0-9]+$/; i++) n += $i } END { print n + 0 }' /proc/interrupts
}

# Streams run, and half of those that are waited for bring an interrupt: evergreen.ko asks for one
# with each.
work_with_interrupts()
{
	build/selftests/ring_fill -n 200 -s 20 -i 50
}

seconds() # hundredths of them, since the start
{
	cut -d' ' -f1 /proc/uptime | tr -d .
}

# On a kernel that keeps account of every allocation: what has the driver lost?
# Unbound, not unloaded, so that its functions still have names; those of a module
# that the scenario has unloaded are naked addresses. An object has to be five
# seconds old, and the same in two scans, to count. The lists that the pool of TTM
# forgets each time it starts (Linux 7) are not the driver's.
lib_leaks()
{
	[ "$DRIVER" = evergreen ] && [ -e /sys/kernel/debug/kmemleak ] || return 0
	for lib_device in /sys/bus/pci/drivers/evergreen/0000:*; do
		[ ! -e "$lib_device" ] || basename "$lib_device" >${lib_device%/*}/unbind
	done
	echo scan >/sys/kernel/debug/kmemleak
	busybox sleep 6
	echo scan >/sys/kernel/debug/kmemleak
	cat /sys/kernel/debug/kmemleak >/out/kmemleak
	awk 'BEGIN { RS = "unreferenced object" }
		/ttm_pool_type_init/ { next }
		/\[evergreen\]| 0xffffffff/ { print RS $0 }' /out/kmemleak >/tmp/leaks
	sed 's/^/# /' /tmp/leaks
	is "evergreen.ko has lost no memory" "$(grep -c '^unreferenced' /tmp/leaks)" 0
}

lib_finish()
{
	lib_leaks
	echo "1..$lib_count"
	return $((lib_failed != 0))
}
