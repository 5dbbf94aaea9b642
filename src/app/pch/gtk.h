/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gtk.h - what nearly every file of the window includes, compiled once (option b_pch). */
#include <gtk/gtk.h>
