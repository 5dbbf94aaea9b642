/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json-glib.h - what nearly every file above core includes, compiled once (option b_pch). */
#include <json-glib/json-glib.h>
