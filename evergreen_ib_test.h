/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IB_TEST_H
#define EVERGREEN_IB_TEST_H

struct evergreen_ring;

int evergreen_ib_test(struct evergreen_ring *ring);

#endif
