#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Remove each rule of the checker in turn; some unit test must notice.

A mutant differs in one place: a refusal that accepts, a test for reserved bits
that is skipped, or a condition that is never true. Prints a line per mutant,
and the count of those that were noticed last. Exit status 0 if all were.

With --seconds, mutants are taken in an order that changes with the checker, until
the time is over.
"""

import argparse
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

TESTS = ("checker_streams", "checker_edges", "checker_dma", "checker_surfaces")

# What to look for, and what to put there. Definitions begin in column 0 or
# have "int" before them, so a call is told by what precedes it.
MUTATIONS = (
    (r"return r600_cs_refuse\(", "return 0 * r600_cs_refuse("),
    (r"= r600_cs_reserved\(", "= 0 * r600_cs_reserved("),
    (r"return r600_cs_reserved\(", "return 0 * r600_cs_reserved("),
    (r"= ((?:r600_cs_)?check_(?!regs)\w+)\((?=run, )", r"= 0 * \1("),
    (r"= (wait_function|dma_fields|dma_source)\(",
     r"= 0 * \1("),
    (r"\|\|\n?\s+(\(u64\)at\[1\] \+ count > space->count|"
     r"index \+ size > GDS_DWORDS)",
     r"|| (0 && \1)"),
    (r"&& (offset <= APPEND_COUNT_LAST)", r"&& (1 || \1)"),
    (r"if \((count > left - 2)\)", r"if (0 && \1)"),
    (r"(left >=) 3", r"\1 2"),
    (r"if \(policy >= least\)", "if (1)"),
    (r"(CONFIG_REGS, 0,) REG_PLAIN", r"\1 SIMPLE"),
    (r"(?<=return )run->span_end(?= \? REG_PLAIN)", "0"),
    (r"if \(run->one_se\)(?=\n\t\treturn REG_PLAIN|\n\t\t\tbreak)", "if (0)"),
    (r"least = run->split \? REG_PLAIN :", "least ="),
    (r"(?<=\]\[)in->keep_tiling(?=\])", "true"),
    (r"(?<=\]\[)in->keep_tiling(?=\])", "false"),
    (r"(?<=\|\| )run->span_end(?=\))", "0"),
    (r"SIMPLE_DIRTY\((?:all|policy)\)", "0"),
    (r"policy == REG_SPILL", "0"),
    (r"!is_config_of_compute\(offset\)", "0"),
    (r"x \* tiled\.surface\.bytes % 4", "0"),
    (r"ring->size > ring->seen \? ring->size : ring->seen", "ring->size"),
    (r"if \(run->worked\)", "if (0)"),
    (r"if \((stride) && stride <= STRMOUT_MAX_STRIDE\)", r"if (\1)"),
    (r"if \(stride && (stride <= STRMOUT_MAX_STRIDE)\)", r"if (\1)"),
    (r"policies\[count / 2\] & ", ""),
    (r" & policies\[count - 1\]", ""),
    (r"__builtin_memcpy\(&fours, [^;]*;", "fours = ~0u;"),
    (r"fours &= [^;]*;", ""),
    (r"fours & (fours >> 8)", "fours"),
    (r"r600_cs_set_bits\(bank->set, first, count\);", ""),
    (r"if \(bits >> 32\)", "if (0)"),
    (r"r600_cs_mark\(run, SIMPLE_DIRTY\(all\)\);", ";"),
    (r"all &= policy;", ";"),
    (r"r600_cs_put_value\(bank, [^;]*;", ";"),
    (r"policy < REG_IDLE_WAIT \|\| ", ""),
    (r"policy > REG_SIMDS \|\|", ""),
    (r"!fits_rule\(&reg_rules\[policy\], at\[2\]\)", "0"),
    (r"rule->refused \|\| (?=!fits_rule)", ""),
    (r"(rule->refused) \|\| !fits_rule\(rule, value\)", r"\1"),
    (r"if \(\(value & ~rule->free\) != rule->value\)", "if (0)"),
    (r"return (rule->other && value == rule->other)", r"return 1 || (\1)"),
    (r"return rule->other && (value == rule->other)", r"return 0 && (\1)"),
    (r"if \((!size) \|\|", r"if ((0 && \1) ||"),
    (r"- offset % R600_CS_ZPASS_BYTES", "- 0 * offset"),
    (r"\* run->in->chip->num_backends", "* 1"),
    (r"run->next \+= R600_CS_RELOC_DWORDS", "run->next += 0"),
    (r"(if \(select != CP_DMA_SRC_MEMORY) &&", r"\1 && 0 &&"),
    (r"= ((?:r600_cs_)?(?:need|bound|need_index_type|check_[a-z_]+)\((?=run[,)]))",
     r"= 0 * \1"),
    (r"return ((?:r600_cs_)?(?:refuse_target|refuse_texture|refuse_reg|refuse_address|refuse_access|bound|"
     r"check_masks|check_fmask|check_space)\()", r"return 0 * \1"),
    (r"return (?=\"(?:the |a format|a bank|each bank|a scissor|bits 15))", "return 1 ? (const char *)0 : "),
    (r"max\((bank_bytes\(surface\)),\s+chip->group_bytes\)", r"\1"),
    (r"r600_cs_surface_reach\(run->in->chip, &fmask, (bytes)\)", r"\1"),
    (r"= ALIGN\((fmask->\w+), (layout->\w+)\)", r"= ALIGN(\1, 0 * \2 + 1)"),
    (r"\bALIGN\((\w+), (line\[\d\])\)", r"ALIGN(\1, 0 * \2 + 1)"),
    (r"if \((surface->samples == 1)\)", r"if (0 && \1)"),
    (r"\* (surface->samples|layers\b)", r"* 1 + 0 * \1"),
    (r"\.samples = 1u << log", ".samples = 1"),
    (r"(run->dirty\[\w+\]\.\w+ \|=) dirty", r"\1 0"),
    (r"(run->index_limit = 0);", "(void)0;"),
    (r"(run->index_base_unknown) = (?:true|false);", r"\1 = \1;"),
    (r"\* pitch_unit", "* 1"),
    (r"ALIGN\(bytes, run->in->chip->group_bytes\)", "bytes"),
    (r"if \((surface->samples > 1) && (?=surface->mode)", r"if (0 && \1 && "),
    (r"(?<=samples > 1 && )(surface->mode) != R600_CS_2D_THIN1", r"\1 == R600_CS_1D_THIN1"),
    (r"if \(FIELD_GET\(INFO_ARRAY_MODE, r600_cs_value\(run, to\)\)", "if (7"),
    (r"(run->one_se) && (!\(flags & R600_CS_ONE_SE\)|!rule->one_se)", r"\1 && !run->in->vm && \2"),
    (r"R600_CS_READ_WRITE\)", "R600_CS_SYNC)"),
    # DMA packets
    (r"= ((?:r600_cs_)?dma_(?!read|find|tiling|extent|count)\w+)\((?=run, )", r"= 0 * \1("),
    (r"return ((?:r600_cs_)?dma_(?:linear|slices|linear_box|refuse_rows|access|t2t_end)\()",
     r"return 0 * \1"),
    (r"\* packet->unit", "* 1"),
    (r"run->next_buffer\+\+", "run->next_buffer += 0"),
    (r"packet->cayman &&", "0 &&"),
    (r"(packet->data \? )FIELD_GET\(DMA_COUNT, header\)", r"\1 0"),
    (r"detile \? R600_CS_(?:READ : R600_CS_WRITE|WRITE : R600_CS_READ)", "R600_CS_SYNC"),
    (r"source \? R600_CS_READ : R600_CS_WRITE", "R600_CS_SYNC"),
    (r"slices, R600_CS_(?:READ|WRITE)\)", "slices, R600_CS_SYNC)"),
    (r"packet, body, size, R600_CS_(?:READ|WRITE)\)", "packet, body, size, R600_CS_SYNC)"),
    (r"= tiled->base_align", "= 1"),
    (r"= layout.base_align", "= 256"),
    (r"if \(!rule\)(\n\s+rule = r600_cs_surface_(?:rows|whole|banks))", r"if (0)\1"),
    (r"(?<=\n\trule = )r600_cs_surface_whole\([^;]*\)", "NULL"),
    (r"return rule \?: r600_cs_surface_banks\(chip, surface\)", "return rule"),
    (r"\(u64\)\(box->(depth|height) - 1\)", "(u64)0"),
    (r"slices = FIELD_GET\(TILED_Z, (\w+)\[(\d)\]\)", r"slices = 0 * \1[\2]"),
    (r"z \+ box->depth", "box->depth"),
    (r"y \+ \(x \+", "y + (0 * x +"),
    (r"end = y \+ ", "end = 0 * y + "),
    (r"= min\((surface->height|tiled.surface.height),", r"= max(\1,"),
    (r"(&& slice < rows|&& pitch < row)", "&& 0"),
    (r"if \((pitch|x % R600_CS_TILE_EDGE|x \* size) (%|\|\|)", r"if (0 * \1 \2"),
    (r" \| STAGES_VS_COPY", ""),
    (r"\.free = BIT\(16\) \| BIT\(0\)", ".free = ~0u"),
    (r"events\[type\]\.packet == packet &&", ""),
    (r"initiator == \(FIELD_PREP\(PACKET3_EVENT_INDEX, [^;]*type\)", "1"),
    (r"(FIELD_PREP\(PACKET3_EVENT_INDEX,) events\[type\]\.index", r"\1 FIELD_GET(PACKET3_EVENT_INDEX, initiator)"),
    (r"if \((!is_event)\(", r"if (0 && \1("),
    (r"(?<=0 : )check_event_address\(", "0 * check_event_address("),
    # state that goes from packet to packet
    (r"if \(run->one_se \|\| (run->span_end)\)(?=\n\t\treturn check_values)", r"if (\1)"),
    (r"if \((run->one_se) \|\| run->span_end\)(?=\n\t\treturn check_values)", r"if (\1)"),
    (r"\|\| compute (?=\|\|)", ""),
    (r"(?<=ret )\|\| run->one_se (?=\|\| compute)", ""),
    (r"(run->one_se) = value", r"\1 = 0 * value"),
    (r"run->se < run->in->chip->num_se", "1"),
    (r"(for \(se = 0; se <) run->in->chip->num_se", r"\1 1"),
    (r"\n\t+forget_index_count\(run\);", ""),
    (r"max\(max_size, (count)\)", r"\1"),
    (r"max\((max_size), count\)", r"\1"),
    (r"max\((max\(max_size, count\)), 1u\)", r"\1"),
    (r"run->span_end && !run->in->vm", "0"),
    (r"if \(run->span_end\)(?=\n\t\treturn r600_cs_refuse_reg)", "if (0)"),
    (r"r600_cs_track_init\(run\);", "(void)0;"),
    (r"run->no_compute_state = (?:true|false);", ""),
    (r"(return|ret =) (r600_cs_take_compute_state\(run\))", r"\1 0 ? \2 : 0"),
    (r"if \(run->next == run->span_end\)", "if (0)"),
    (r"!run->in->vm &&", "0 &&"),
    (r"if \(run->in->vm( && rule->dirty)?\)", r"if (0\1)"),
    (r" \|\| run->in->vm(?= \|\||\))", ""),
    # tiling of buffers
    (r"(?m)^\tvalue = (?=put\(value)", "\t(void)"),
    (r"(return tiling & BUFFER_MICRO) \?", r"\1 && 0 ?"),
    (r"if \(\*value == before\)", "if (1)"),
    (r"if \(ret \|\| run->in->keep_tiling\)", "if (ret)"),
    (r"if \(!run->in->keep_tiling\)\n", "if (1)\n"),
    (r"run->next = here;", ""),
    (r"R600_CS_TILED_(?!DB)\w+(?=,\n\t+\}|, tiling)", "R600_CS_TILED_DB_Z_INFO"),
    # fields that do not matter
    (r"(?<=\] = )TEX_HEIGHT(?: \| TEX_DEPTH)?,", "0,"),
    (r"(?<=\] = )(?:TEX_HEIGHT \| )?TEX_DEPTH,", "0,"),
    (r"min_t\(u32, last, (FIELD_GET\(\w+, word\[5\]\))\)", r"\1"),
    (r"FIELD_GET\(TEX_LOG_FRAGMENTS, (word\[4\])\)", r"0 * \1"),
    (r"minify\((tex->layers), 0\)", r"\1"),
    (r"if \(r600_cs_surface_layout\(chip, &surface, &layout\)\)", "if (0)"),
    (r"surface\.mode = R600_CS_1D_THIN1;", ";"),
    (r"surface->mode == R600_CS_2D_THIN1 \? r600_cs_surface_banks_2d", "0 ? r600_cs_surface_banks_2d"),
    (r"if \((bank_bytes\(surface\) >= chip->group_bytes)\)", r"if (1 || \1)"),
    (r"run->res->ndw \+= R600_CS_CLEAR_STATE_DWORDS;", ";"),
    (r"(?<=access\.align = )tex->layout\.base_align", "256"),
    (r"R600_CS_TILED_DB_Z_INFO(?=,\n\t+\})", "R600_CS_TILED_CB_INFO"),
    # what a row of the packet table asks for
    (r"header & packet->no_bits \|\| ", ""),
    (r"len < packet->min_dwords \|\| (?=len > packet->max_dwords \|\|)", ""),
    (r"(?<=dwords \|\| )len > packet->max_dwords \|\|", ""),
    (r" \|\|\n\t    run->ndw - dw <= len", ""),
    (r"packet->flags & R600_CS_MUST_COMPUTE \|\| ", ""),
    (r"(?<=MUST_COMPUTE \|\| )run->one_se \|\| ", ""),
    (r"run->span_end \|\|\n\t    (?=run->compute_engine)", ""),
    (r"(?<=span_end) \|\|\n\t    run->compute_engine", ""),
    (r"run->compute_engine && (?=flags|!compute|offset)", "0 && "),
    (r"R600_CS_GFX_ONLY(?=\),| \|)", "0"),
    (r" \| R600_CS_UNCONDITIONAL\)", ")"),
    (r"R600_CS_MUST_COMPUTE(?=\),)", "0"),
    (r"R600_CS_PIPE_STATE(?=\),| \|)", "0"),
    # two states or one, shader engines, random access
    (r"if \(run->one_se(?= \|\| se| &&)", "if (0 && run->one_se"),
    (r"if \(!ret && run->split\)", "if (0)"),
    (r"if \(run->split\)(?=\n\t\tr600_cs_track_banks)", "if (0)"),
    (r"if \(!reaches\(run, i, offset\)\)(?=\n\t\t\tcontinue;\n\t\tr600_cs_bank_put)", "if (0)"),
    (r"\n\t+r600_cs_track_split\(run\);", ";"),
    (r"both->(?:set\[i\] \|=|value\[k\] =|origin\[k\] =) [^;]*;", ""),
    (r"\n\t+(?:r600_cs_)?(track_final|track_clear|track_split|keep_clean|clear_draws|clear_compute|keep_others|read_cleared|"
     r"read_left)\((?=run|bank|&run|others)[^;]*;", ";"),
    (r"(bank->origin\[k\]) == origin", r"\1 != ~0u"),
    (r"(?<!else if \()r600_cs_bank_has\(bank, k\) && (?=bank->)", ""),
    (r"rule->place \?", "0 ?"),
    (r"!draw \|\| (?=clean_values)", "1 || "),
    (r"if \(clean_values\[i\]\.draws\)", "if (1)"),
    (r"= (r600_cs_value\(run, (?:dim|CB_COLOR_CONTROL|CB_BLEND0_CONTROL)\))", r"= 0 * \1"),
    (r"\+ (target->index \* 4)", r"+ 0 * \1"),
    (r"run->in->chip->num_se \*", "1 *"),
    (r"(r600_cs_value\(run, target->base\)) << 8", r"(0 * \1) << 8"),
    (r"bank->value\[k\] < value", "1"),
    (r"(!run->one_se)\)\n\t\t\tr600_cs_bank_put", r"1)\n\t\t\tr600_cs_bank_put"),
    (r"bank->value\[i\] == clean->value", "1"),
    (r"clean->parked \?", "0 ?"),
    (r"if \(r600_cs_is_parked\(run, base\)\)", "if (1)"),
    (r"r600_cs_is_set\(run, offset\) &&(?=\n\s+r600_cs_origin)", ""),
    (r"(size) && item", "item"),
    (r"if \(type <= RESOURCE_1D", "if (type < RESOURCE_1D"),
    (r"&& at\[1\] < space->count", ""),
    (r"if \(policy == REG_PLAIN\)", "if (1)"),
    (r"~\(u32\)\(FORCE_ENABLE \| ", "~(u32)("),
    (r"FORCE_ENABLE \| FORCE_READ \| ", "FORCE_ENABLE | "),
    (r"FORCE_READ \| FORCE_SUMMARY \| ", "FORCE_READ | "),
    (r"\.free = SCAN_FREE", ".free = ~0u"),
    (r"\.free = SQ_CONFIG_FREE", ".free = ~0u"),
    (r"outside \? R600_CS_PATCH_START256 :", "0 ? R600_CS_PATCH_START256 :"),
    (r" \| FORCE_WRITE\)", ")"),
    (r"run->threads = true", "run->threads = false"),
    (r"\.threads = in->vm", ".threads = in->vm && in->engine != R600_CS_COMPUTE"),
    (r"\.threads = in->vm", ".threads = false"),
    (r"first < own \|\|", "0 ||"),
    (r"\|\| first \+ count > own \+ space->compute_count \* space->unit\)", "|| 0)"),
    (r"log = min_t\(u32, log, min_t\(", "log = max_t(u32, log, max_t("),
    (r"\*dirty &= run->absent[^;]*;", "*dirty = 0;"),
    (r"return ret \|\| !run->absent \? ret :", "return 1 ? ret :"),
    (r"if \(run->skipped == run->dw \+ 1\)", "if (0)"),
    (r"run->absent = false;", ""),
    (r" && events\[type\]\.draws", " && 0"),
    (r"(INDEX_\w+, \w+), true \}", r"\1, false }"),
    (r"type == CS_PARTIAL_FLUSH && ", ""),
    (r"(?<=CS_PARTIAL_FLUSH) && !run->span_end", ""),
    (r"r600_cs_value\(run, CB_COLOR_CONTROL\) & CONTROL_DEGAMMA", "0"),
    (r"value & ~\(u32\)\(HTILE_8X8", "0 & (HTILE_8X8"),
    (r"value << 8 >= run", "value << 8 > run"),
    # where draws end, and bits that nothing has
    (r"(= |return )(r600_cs_reserved_bits\()", r"\g<1>0 * \2"),
    (r"(\{ (?:base \+ CB|DB)_\w+, )[^{}]*( \},)", r"\1~0u\2"),
    (r"r600_cs_is_cayman\(run\) \? (?=ATTRIB|Z_BITS|AA_BITS)", "1 ? "),
    (r" - !r600_cs_is_cayman\(run\)", " - 1"),
    (r"max_t\(u32, (FIELD_GET\(Z_SAMPLES, info\)),[^;]*;", r"\1);"),
    (r"max_t\(u32, FIELD_GET\(Z_SAMPLES, info\),\s+([^;]*)\)\);", r"\1);"),
    (r"!rule->last \|\| value <= rule->last", "1"),
    (r"missing \|= (\w+) \| \w+", r"missing |= \1"),
    (r"missing \|= \w+ \| (\w+)", r"missing |= \1"),
    (r" && run->draws", ""),
    (r" && may_write\(run, target->index\)", ""),
    (r"r600_cs_color_mode\(run\) > CONTROL_MODE_NORMAL \|\|\s+(?=\(!index)", ""),
    (r"\(!index && r600_cs_copies_depth\(run\)\) \|\|", ""),
    (r"= !index && (?=r600_cs_copies_depth)", "= "),
    (r"mode <= CONTROL_MODE_NORMAL && !copy", "mode <= CONTROL_MODE_NORMAL"),
    (r"run->draws && (?=r600_cs_is_set\(run, DB_RENDER_CONTROL)", ""),
    (r"(?<=own->value\[i\] )& INFO_FORMAT", "| 1"),
    (r"r600_cs_draws_in_both\(run\) && (?=r600_cs_bank_has)", ""),
    (r"!\(r600_cs_value\(run, from\) & INFO_RAT\) &&", ""),
    (r"target->info & INFO_RAT \|\|\s+(?=\(target)", ""),
    (r"target->index <= \(mode == CONTROL_MODE_RESOLVE\)", "!target->index"),
    (r"target->index <= \(mode == CONTROL_MODE_RESOLVE\)", "target->index <= 1"),
    (r" \|\| mode < CONTROL_MODE_NORMAL", ""),
    (r"mode == CONTROL_MODE_NORMAL && (?=target->index == 1)", ""),
    (r"format != FIELD_GET\(INFO_FORMAT, r600_cs_value\(run, from\)\)", "0"),
    (r"r600_cs_color_mode\(run\) > CONTROL_MODE_LAST", "0"),
    (r"GS_MODE_COMPUTE \| GS_MODE_FAST_COMPUTE", "GS_MODE_COMPUTE"),
    (r"surface\.mode == R600_CS_LINEAR_GENERAL(?=\) \{)", "0"),
    (r"!run->draws \|\| r600_cs_color_mode\(run\) <= CONTROL_MODE_NORMAL", "1"),
    (r"type == RESOURCE_BUFFER && ", "0 && "),
    (r"tex->format->block_width != tex->format->block_height &&", "0 &&"),
    (r"!r600_cs_is_set\(run, CB_TARGET_MASK\) \|\|(?=\n\s+mask)", ""),
    (r" && !rule->outside", ""),
    (r"x <= width && ", ""),
    (r" && y <= height", ""),
    (r"wrong \|=", "wrong &="),
    (r"!\(\(tl \| br\) & SCISSOR_[XY]\)", "0"),
    (r"\(tl \| br\)", "br"),
    (r"r600_cs_is_cayman\(run\) && (?=br)", ""),
    (r"PA_SC_(?:SCREEN|GENERIC)_SCISSOR_TL(?=, PA|,\n\t\})", "PA_SC_WINDOW_SCISSOR_TL"),
    (r"([xy]) = min\(\1, \(u32\)(FIELD_GET\(SCISSOR_[XY], br\))\)", r"\1 = \2"),
    # ways that are short, and fall back on the rules
    (r"word\[\d\] & ~vertex_bits\[\d\] \|\| ", ""),
    (r"word\[5\] \| word\[6\] \|\| ", "word[6] || "),
    (r"word\[5\] \| word\[6\] \|\| ", "word[5] || "),
    (r"\|\| word\[7\] & ~vertex_bits\[7\]", ""),
    (r"if \(offset >= buffer->size\)", "if (0)"),
    (r"body\[1\] & PREDICATION_CONTINUE && !run->predicated", "0"),
    (r"if \(!run->span_end\)(?=\n\t\trun->predicated)", "if (1)"),
    (r"run->compute_engine && run->header & PACKET3_PREDICATE", "0"),
    (r"!buffer->size \|\| ", ""),
    (r"if \(body\[dw\] <= fit\)", "if (1)"),
    (r"if \(!fit\)(?=\n\t\treturn r600_cs_skip)", "if (0)"),
    (r"access->offset \+ access->size > run->in->buffers\[buffer\]\.size", "0"),
    (r"command == EOS_CMD_DATA \?", "0 ?"),
    (r"(?<=int ret = )r600_cs_fits\(run, access, buffer\)", "0"),
    (r"(?<=ret && dw\)\n\t\tret = )cut_count", "0 && cut_count"),
    (r"\|\| !\(buffer->read_domains & R600_CS_MEMORY_DOMAINS\)\)(?=\n\t\treturn )", ")"),
    (r"\(direction & R600_CS_(?:READ|WRITE) && [^|]*\|\|", ""),
    (r"offset & \(align - 1\) \|\| ", ""),
    (r" \|\| \(buffer->align && align > buffer->align\)", ""),
    (r"&& end <= buffer->size", ""),
    (r"!r600_cs_is_inside\(", "0 && !r600_cs_is_inside("),
    (r"(r600_cs_is_inside\(buffer, offset, size,) tex\.layout\.base_align", r"\1 256"),
    (r"other_bits\(&word\[\d\], &bits\[\d\]\)", "0"),
    (r"return run->in->keep_tiling && (dim != TEX_DIM_3D)", r"return \1"),
    (r"dim != TEX_DIM_3D && ", ""),
    (r" && !\(word\[1\] & texture_unused\[dim\]\)", ""),
    # packets that follow each other
    (r"if \(run->span_end \|\| (?=run->ndw - dw)", "if ("),
    (r"run->ndw - dw <= run->len \|\| ", ""),
    (r" \|\| run->ib\[dw\] != run->header", ""),
    (r"run->dw = dw;(?=\n\trun->next = dw)", ""),
    (r"\(u64\)value << 8 >= run->in->buffers", "0 && run->in->buffers"),
    (r"all_set && (?=are_zero)", ""),
    (r"r600_cs_bank_has\(bank, first \+ i\) && ", ""),
    (r"two\[0\] \| (two\[1\])", r"\1"),
    (r"(two\[0\]) \| two\[1\]", r"\1"),
    (r"(?<=return )\(bank->set\[i / 32\] >> i % 32 & 0xffff\) == 0xffff", "1"),
    (r"value & ~allowed", "0"),
    (r"!r600_cs_next_is_reloc\(run\)(?=\)\n\t\treturn r600_cs_refuse_reloc)", "0"),
    (r"index % R600_CS_RELOC_ENTRY_DWORDS \|\|", "0 ||"),
    (r"index / R600_CS_RELOC_ENTRY_DWORDS >= run->in->num_buffers", "0"),
    (r"res->num_patches >= res->max_patches", "0"),
    (r"target->index == 1 && (?=dual)", ""),
    (r"(target->index >= NUM_COLOR_TARGETS) \|\|", r"0 * \1 ||"),
    (r"(r600_cs_is_masked)\(run, target->index\)", "1"),
    (r"blend & BLEND_ALPHA_APART", "1"),
    (r"max\(access->align, layout.base_align\)", "256"),
)


# Headers with functions.
HEADERS = ("checker/run.h", "checker/surface.h", "checker/target.h", "checker/track.h")


def checker(top):
    """Its files by name, but for the one that makes sentences."""
    inner = sorted(os.path.relpath(path, top)[:-2] for path in glob.glob(top + "/checker/*.c"))
    return ["r600_cs_checker"] + [name for name in inner if name != "checker/report"]


def run(command, timeout=None):
    return subprocess.run(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=timeout).returncode


class Build:
    def __init__(self, top, out):
        self.top, self.out = top, out
        self.objects = checker(top) + ["checker/report"]
        self.cc = os.environ.get("CC", "cc")
        self.patience = None    # seconds that a test may take
        self.arguments = {
            "checker_streams": sorted(glob.glob(top + "/tests/streams/*/*.txt")),
            "checker_surfaces": [top + "/tests/unit/surfaces.txt"],
        }
        os.makedirs(out + "/checker", exist_ok=True)
        os.makedirs(out + "/header/checker", exist_ok=True)

    def compile(self, source, name):
        return run([self.cc, "-O1", "-std=gnu11", "-w",
                    "-I" + self.top + "/tools/include", "-I" + self.top,
                    "-I" + self.top + "/tests/unit", "-iquote", self.top + "/checker",
                    "-fsanitize=undefined", "-fno-sanitize-recover=all",
                    "-c", "-o", f"{self.out}/{name}.o", source])

    def rest(self):
        for name in self.objects:
            if self.compile(f"{self.top}/{name}.c", name):
                sys.exit(f"{name}.c does not compile")
        for name in TESTS + ("stream_file",):
            if self.compile(f"{self.top}/tests/unit/{name}.c", name):
                sys.exit(f"{name}.c does not compile")

    def noticed(self, others=None):
        """Do the tests fail, with other objects in the place of some?"""
        for test in TESTS:
            objects = [f"{self.out}/{(others or {}).get(name, name)}.o"
                       for name in self.objects + ["stream_file", test]]
            binary = f"{self.out}/{test}"
            if run([self.cc, "-fsanitize=undefined", "-o", binary] + objects):
                sys.exit("a mutant does not link")
            try:
                if run([binary] + self.arguments.get(test, []), self.patience):
                    return True
            except subprocess.TimeoutExpired:
                return True
        return False

    def kills(self, mutant):
        """Is the mutant noticed?"""
        header = mutant.name in HEADERS
        source = f"{self.out}/{'tree/' + mutant.name if header else 'mutant.c'}"
        others = {mutant.name: "mutant"}
        if header:
            others = {name: "header/" + name for name in self.objects}
            shutil.rmtree(f"{self.out}/tree", ignore_errors=True)
            shutil.copytree(f"{self.top}/checker", f"{self.out}/tree/checker")
            shutil.copy(f"{self.top}/r600_cs_checker.c", f"{self.out}/tree")
        with open(source, "w") as file:
            file.write(mutant.text)
        for name, other in others.items():
            if self.compile(f"{self.out}/tree/{name}.c" if header else source, other):
                sys.exit(f"the mutant does not compile: {mutant.what}")
        return self.noticed(others)


def source_of(top, name):
    return open(f"{top}/{name}{'' if name in HEADERS else '.c'}").read()


class Mutant:
    def __init__(self, name, text, match, replacement):
        line = text.count("\n", 0, match.start()) + 1
        self.name = name
        self.what = f"{name}:{line} " + match.group(0).split("\n")[-1].strip()
        self.text = text[:match.start()] + match.expand(replacement) + text[match.end():]

    def rank(self):
        return hashlib.sha256(self.text.encode()).digest()


def mutants(top, names):
    for name in names:
        text = source_of(top, name)
        for pattern, replacement in MUTATIONS:
            for match in re.finditer(pattern, text):
                yield Mutant(name, text, match, replacement)


def stale(top):
    """Mutations that find nothing any more."""
    text = "".join(source_of(top, name) for name in (*checker(top), *HEADERS))
    return [pattern for pattern, _ in MUTATIONS if not re.search(pattern, text)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("top", help="the project")
    parser.add_argument("out", help="where to build")
    parser.add_argument("sources", nargs="*", help="checker/*, headers with .h; default: all")
    parser.add_argument("--seconds", type=int, help="a share that takes about so long")
    return parser.parse_args()


def main():
    args = arguments()
    for pattern in stale(args.top):
        sys.exit(f"nothing to remove: {pattern}")
    build = Build(args.top, args.out)
    build.rest()
    began = time.monotonic()
    if build.noticed():
        sys.exit("the tests fail before anything is removed")
    # A mutant may go round for ever, which counts as noticed.
    build.patience = 5 + 10 * (time.monotonic() - began)
    chosen = list(mutants(args.top, args.sources or (*checker(args.top), *HEADERS)))
    if args.seconds:
        chosen.sort(key=Mutant.rank)
        end = time.monotonic() + args.seconds
    passed = failed = 0
    for mutant in chosen:
        ok = build.kills(mutant)
        passed, failed = passed + ok, failed + (not ok)
        print(f"{'ok' if ok else 'not ok'} {passed + failed} - {mutant.what}", flush=True)
        if args.seconds and time.monotonic() > end:
            break
    print(f"# {passed + failed} of {len(chosen)} mutants")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
