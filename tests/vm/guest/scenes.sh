# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# Scenes that programs of Debian and one of ours draw, each Mesa's beside llvmpipe's. To be read after
# mesa.sh. SCENES (--env) has others of glmark2's, by the names that its option -b takes; FRAMES says how
# many frames each has, of which the last is looked at.

: "${SCENES:=wheels es2gears build texture shading}" "${FRAMES:=20}"
glmark2=build/glmark2/usr

# Draws, and leaves /out/SCENE.WHO.png. Sets fps.
draw_scene() # SCENE WHO COMMAND...
{
	scene=$1 scene_to=$1.$2
	shift 2
	export OFFSCREEN_FRAMES="$FRAMES" OFFSCREEN_PICTURE="/out/$scene_to.png"
	case $scene in
	wheels) set -- "$@" build/host/wheels -n "$FRAMES" -o "$OFFSCREEN_PICTURE" ;;
	es2gears) set -- "$@" env LD_PRELOAD=/src/build/host/offscreen.so es2gears_x11 ;;
	*) set -- "$@" env LD_PRELOAD=/src/build/host/offscreen.so $glmark2/bin/glmark2-es2 \
		--data-path $glmark2/share/glmark2 -b "$scene" ;;
	esac
	"$@" >"/out/$scene_to.out" 2>&1
	scene_status=$?
	fps=$(sed -n 's/.* \([0-9.]*\) frames\/s.*/\1/p' "/out/$scene_to.out")
	return $scene_status
}

# Every scene on every Mesa, one line for each.
all_scenes()
{
	for scene in $SCENES; do
		ok "$scene: llvmpipe draws" draw_scene "$scene" llvmpipe env LIBGL_ALWAYS_SOFTWARE=1
		scene_llvmpipe=$fps
		for which in $MESAS; do
			ok "$scene, $which: $FRAMES frames are drawn" draw_scene "$scene" "$which" mesa "$which" 600
			ok "$scene, $which: the last is llvmpipe's" \
				build/host/compare "/out/$scene.$which.png" "/out/$scene.llvmpipe.png"
			note "$scene, $which: $fps frames/s, llvmpipe $scene_llvmpipe; $(tail -n 1 /tmp/ok.out)"
		done
	done
}
