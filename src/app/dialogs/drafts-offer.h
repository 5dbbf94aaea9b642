/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts-offer.h - asks at the start whether to restore unsaved changes of an earlier run. The
 * application calls it once. Main thread only; a worker thread reads the folder. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/drafts.h"

/* Does nothing when there are no drafts. The application owns `drafts`. */
void tw_drafts_offer (GtkApplication *application, TwDrafts *drafts);
