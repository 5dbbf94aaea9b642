/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts-offer.h - asks at the start whether changes that an earlier run could not
 * save are wanted back. Called by the application once.
 *
 * Main thread only; the folder is read by a worker.
 */
#ifndef TW_APP_DRAFTS_OFFER_H
#define TW_APP_DRAFTS_OFFER_H

#include "app/application.h"

/* Does nothing when there are none. */
void tw_drafts_offer (TwApplication *application);

#endif
