# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# Scenes that programs of Debian and one of ours draw, each Mesa's beside llvmpipe's. To be read after
# mesa.sh. SCENES (--env) names others of glmark2's, as its option -b does; FRAMES says how many frames
# each has, of which the last is looked at. Without build/glmark2 its scenes are left out.

: "${SCENES:=wheels es2gears build texture shading}" "${FRAMES:=20}"
glmark2=build/glmark2/usr
[ -d $glmark2 ] || SCENES="wheels es2gears"

# Draws, and leaves /out/SCENE.WHO.png.
draw_scene() # SCENE WHO COMMAND...
{
	scene_name=$1 scene_file=/out/$1.$2
	shift 2
	export OFFSCREEN_FRAMES="$FRAMES" OFFSCREEN_PICTURE="$scene_file.png"
	case $scene_name in
	wheels) set -- "$@" build/host/wheels -n "$FRAMES" -o "$scene_file.png" ;;
	es2gears) set -- "$@" env LD_PRELOAD=/src/build/host/offscreen.so es2gears_x11 ;;
	*) set -- "$@" env LD_PRELOAD=/src/build/host/offscreen.so $glmark2/bin/glmark2-es2 \
		--data-path $glmark2/share/glmark2 -b "$scene_name" ;;
	esac
	"$@" >"$scene_file.out" 2>&1
}

frames_a_second() # SCENE WHO
{
	sed -n 's/.* \([0-9.]*\) frames\/s.*/\1/p' "/out/$1.$2.out"
}

# What each scene has to look like.
llvmpipe_scenes()
{
	for scene in $SCENES; do
		ok "$scene: llvmpipe draws" draw_scene "$scene" llvmpipe env LIBGL_ALWAYS_SOFTWARE=1
	done
}

# /out/scenes.MESA has a line for each scene.
mesa_scenes() # release|backports
{
	for scene in $SCENES; do
		ok "$scene, $1: $FRAMES frames are drawn" draw_scene "$scene" "$1" mesa "$1" 600
		ok "$scene, $1: the last is llvmpipe's" build/host/compare "/out/$scene.$1.png" "/out/$scene.llvmpipe.png"
		echo "$scene: $(frames_a_second "$scene" "$1") frames/s ($(frames_a_second "$scene" llvmpipe))," \
			"$(tail -n 1 /tmp/ok.out)" >>"/out/scenes.$1"
	done
}
