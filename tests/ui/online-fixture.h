/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-fixture.h - a practice server and the panel of online puzzles, for tests. */
#pragma once

#include "app/online/online.h"
#include "net/practice-server.h"
#include "ui-test.h"

/* The key of the server's contests. */
#define ONLINE_KEY "0123456789abcdef"

/* Searches finish long before these limits, even on a busy machine. */
extern const TwContestTiming online_quick;

/* Like ui_test_init (), with a private keyring; libsecret supports this for tests. */
void online_test_init (int *argc, char ***argv);

/* A server on the loopback interface with ten boards of this size. */
TwPracticeServer *online_start_server_of (int width, int height);
/* With small boards. */
TwPracticeServer *online_start_server (void);

/* Opens the panel. `timing` NULL: that of a contest. */
TwOnline *online_open (TwWindow *window, const TwContestTiming *timing);
void online_close (TwOnline *online);
/* Begins a session of many puzzles, and waits until the server has accepted one. */
void online_begin (TwOnline *online, TwPracticeServer *server);
GtkWidget *online_part (TwOnline *online, const char *name);
void online_choose (TwOnline *online, const char *name, guint row);
void online_set_count (TwOnline *online, guint count);
void online_use_server (TwOnline *online, TwPracticeServer *server, const char *key);
/* Clicks a button that has to be visible and sensitive. */
void online_press (TwOnline *online, const char *name);
void online_wait (TwOnline *online); /* until the session is over */
void online_use_engine (const char *name);

const char *online_page (TwOnline *online);
TwContestState online_state (TwOnline *online);
GListModel *online_rows (TwOnline *online);
guint online_n_accepted (TwOnline *online);
guint online_n_accepted_of (TwContestSession *session);
