/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spoken.h - the names of widgets as screen readers say them. GTK before 4.12 names buttons with
 * their mnemonics, and parts of drop-downs, menus and pictures by their type;
 * GTK 4.18 leaves the items of menus without a name.
 *
 * The application calls tw_spoken_names_init () once, before it makes windows. Main thread only. */
#pragma once

/* Makes every widget that is mapped later take its spoken name, unless it has a name of its own. */
void tw_spoken_names_init (void);
