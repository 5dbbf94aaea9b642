/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-setup.h - asks for all that a contest session needs: server, key, mode,
 * kind of puzzle, how many, where to keep them.
 *
 * A page of the online window. What was chosen is remembered in the settings, but
 * for the key and the folder. Main thread only.
 */
#ifndef TW_APP_ONLINE_SETUP_H
#define TW_APP_ONLINE_SETUP_H

#include <gtk/gtk.h>

#include "net/contest-session.h"

#define TW_TYPE_ONLINE_SETUP (tw_online_setup_get_type ())
G_DECLARE_FINAL_TYPE (TwOnlineSetup, tw_online_setup, TW, ONLINE_SETUP, GtkWidget)

/* Signals: "begin" (): as it stands; "resume" (GFile): the session of that folder; "failed" (string): for the banner. */

/* What stands there. The texts belong to the widget, until its next change. */
void tw_online_setup_get_config (TwOnlineSetup *self, TwContestConfig *config);
/* The key that was typed for this server; NULL: none was. Likewise. */
const char *tw_online_setup_get_key (TwOnlineSetup *self, const char *server);
/* Asks for the key of a server. */
void tw_online_setup_ask_for_key (TwOnlineSetup *self, const char *server);
/* The server in words, for questions. */
const char *tw_online_setup_get_server_name (TwOnlineSetup *self);
/* For another run: the folder is a new one again. */
void tw_online_setup_forget_folder (TwOnlineSetup *self);
void tw_online_setup_set_folder (TwOnlineSetup *self, GFile *folder);

#endif
