/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ARRAY_H
#define ARRAY_H

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif
