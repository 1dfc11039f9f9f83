# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# For scenarios with Mesa: its versions, and what the driver counted meanwhile.

MESAS="release backports"
OLD_MESAS=bookworm
[ ! -d /opt/mesa-bullseye ] || OLD_MESAS="$OLD_MESAS bullseye"
PIGLIT=/usr/lib/x86_64-linux-gnu/piglit/bin
export PIGLIT_PLATFORM=surfaceless_egl
mesa_events=/sys/kernel/tracing/events/evergreen

# Run a program on the Mesa of the release, or on another one, which the image has in a
# directory of its own.
mesa_on() # release|backports|bookworm|bullseye COMMAND...
{
	mesa_which=$1
	shift
	if [ "$mesa_which" != release ]; then
		mesa_lib=/opt/mesa-$mesa_which/lib/x86_64-linux-gnu
		set -- env "LD_LIBRARY_PATH=$mesa_lib" "GBM_BACKENDS_PATH=$mesa_lib/gbm" \
			"LIBGL_DRIVERS_PATH=$mesa_lib/dri" "GALLIUM_PIPE_SEARCH_DIR=$mesa_lib/gallium-pipe" "$@"
	fi
	"$@"
}

# The same, for so long on an idle host; a busy one may take five times as long.
mesa() # release|backports|bookworm|bullseye SECONDS COMMAND...
{
	mesa_in=$1 mesa_seconds=$2
	shift 2
	mesa_on "$mesa_in" busybox timeout $((mesa_seconds * 5 * SLOWER)) "$@"
}

# A program of piglit. Sets result to what it says of itself: pass, fail, skip, or nothing
# if it died.
piglit() # MESA PROGRAM
{
	mesa "$1" 200 $PIGLIT/$2 -auto -fbo >/tmp/piglit 2>&1
	sed 's/^/# /' /tmp/piglit | tail -n 20
	result=$(sed -n 's/^PIGLIT: {"result": "\([a-z]*\)".*/\1/p' /tmp/piglit | tail -n 1)
}

# Programs that draw or dispatch, each with another part of the card. They find that nothing
# was drawn, as the model runs no shaders, and have to come to their end.
piglit_drawing() # MESA
{
	piglit_results=
	for piglit_program in arb_blend_func_extended-dual-src-blending-discard-without-src1 \
			arb_clear_texture-multisample arb_compute_shader-local-id \
			arb_occlusion_query2-render arb_query_buffer_object-qbo \
			arb_tessellation_shader-immediate-mode-draw-patches \
			arb_transform_feedback2-draw-auto gl-3.2-layered-rendering-gl-layer-render \
			hiz-depth-read-fbo-d24s8; do
		piglit "$1" $piglit_program
		ok "$1: $piglit_program comes to its end" test -n "$result"
		piglit_results="$piglit_results $result"
	done
	note "$1: without shaders$(echo "$piglit_results" | tr ' ' '\n' | sort | uniq -c | tr '\n' ' ')"
}

# OpenCL by clover of an older Mesa, which looks for its bitcode where no other one does. It
# compiles on the guest's processor, which takes its time: clinfo would take as long as a
# program of piglit, which tells the device's name, too.
clover() # MESA
{
	mount --bind "/opt/mesa-$1/lib/clc" /usr/lib/clc
	export OCL_ICD_VENDORS=/etc/OpenCL/vendors/mesa.icd
	piglit "$1" cl-api-enqueue-copy-buffer
	is "$1: clover: cl-api-enqueue-copy-buffer" "$result" pass
	piglit "$1" cl-custom-run-simple-kernel
	ok "$1: clover: a kernel comes to its end" test -n "$result"
	ok "$1: clover names the chip" \
		grep -E "Device: AMD $(echo "$CHIP" | tr a-z A-Z) " /tmp/piglit
	unset OCL_ICD_VENDORS
	umount /usr/lib/clc
}

# The driver's tracepoints as counters: nothing is lost, by however many clients. What
# it has said when it was loaded is forgotten: radeon.ko misses firmware of the SMC.
mesa_count()
{
	dmesg -c >/dev/null
	[ "$DRIVER" = evergreen ] || return 0
	mount_tracing
	for mesa_event in submit run free refuse; do
		echo hist:keys=common_pid:size=16384 >$mesa_events/evergreen_$mesa_event/trigger
	done
	echo 'hist:keys=error' >$mesa_events/evergreen_fence_signal/trigger
}

mesa_hits() # EVENT
{
	awk '/Hits:/ { print $2 }' $mesa_events/evergreen_"$1"/hist
}

mesa_good_fences()
{
	awk '/^[{] error: *0 [}]/ { print $NF }' $mesa_events/evergreen_fence_signal/hist
}

# Each submission was accepted, ran, and was completed by its fence.
mesa_all_done() # WHOSE
{
	dmesg | grep -E 'refused:|hang|reset|\[drm:.*ERROR|radeon.*(forbidden|invalid|lockup)' \
		>/tmp/complaints
	is "$1: the driver complains of nothing" "$(head -n 1 /tmp/complaints)" ""
	[ "$DRIVER" = evergreen ] || return 0
	mesa_tries=0
	while [ "$(mesa_hits submit)" != "$(mesa_hits free)" ] && [ $mesa_tries -lt 50 ]; do
		mesa_tries=$((mesa_tries + 1))
		busybox sleep 0.1
	done
	mesa_jobs=$(mesa_hits submit)
	ok "$1: jobs were submitted: $mesa_jobs so far" test "$mesa_jobs" -gt 0
	is "$1: nothing was refused" "$(mesa_hits refuse)" 0
	is "$1: every job ran" "$(mesa_hits run)" "$mesa_jobs"
	is "$1: every fence signalled" "$(mesa_hits fence_signal)" "$mesa_jobs"
	is "$1: and all without an error" "$(mesa_good_fences)" "$mesa_jobs"
}

# Mesa's random copies (R600_DEBUG=testdma) are compared with what the CPU copies. They
# go on for days and are the same ones in each run, so the first are taken; when the
# reader goes away, the program ends. tests/gl/copies.awk tells which of them can be judged.
mesa_copies() # release|backports COUNT WANTED [SECONDS shaders]
{
	export R600_DEBUG=testdma
	mesa "$1" "${4:-100}" eglinfo -B -p surfaceless 2>/tmp/testdma.err |
		awk -v n="$2" '/BLITs/ { print; if (++seen == n) exit }' >"/out/testdma.$1"
	unset R600_DEBUG
	awk -v shaders="${5:+1}" -f tests/gl/copies.awk "/out/testdma.$1" >/tmp/copies
	sed "s/^/# $1 /" /tmp/copies
	is "$1: random copies were made" "$(grep -c BLITs "/out/testdma.$1")" "$2"
	is "$1: none that can be judged came out wrong" \
		"$(awk '$1 == "judged" { print $4 }' /tmp/copies)" 0
	ok "$1: and there were some of those" \
		test "$(awk '$1 == "judged" { print $2 }' /tmp/copies)" -ge "$3"
}
