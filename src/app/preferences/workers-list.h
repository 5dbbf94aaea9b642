/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers-list.h - the list of solver services in the preferences: their addresses, a field that
 * adds one and a button that removes each. It displays and changes the settings key "workers".
 * preferences.c uses it. */
#pragma once

#include "app/part.h"

#define TW_TYPE_WORKERS_LIST (tw_workers_list_get_type ())
G_DECLARE_FINAL_TYPE (TwWorkersList, tw_workers_list, TW, WORKERS_LIST, TwPart)
