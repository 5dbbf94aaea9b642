/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h - the actions of a part of a window, or of the application, one row each. Main thread
 * only. */
#pragma once

#include <gtk/gtk.h>

/* The type of a parameter that is the URI of a file; the function gets a GFile. */
#define TW_ACTION_FILE "file"
/* There is no parameter; the function gets the constant of the row, an int. */
#define TW_ACTION_CONSTANT "constant"

typedef struct {
  const char *name;
  /* Gets the owner, or a member of it, and the parameter, if there is one: int, const char * or
   * GFile *. */
  GCallback activate;
  const char *enabled; /* a boolean property of the owner; NULL: always */
  const char *keys[4]; /* NULL-terminated */
  const char *type;    /* of the parameter: "i", "s", TW_ACTION_FILE; NULL: none */
  int constant;        /* of TW_ACTION_CONSTANT */
  const char *state;   /* a boolean property of the owner that the action switches, instead of a
                        * function */
  gsize member;        /* the offset of the member, a pointer; 0: the owner itself */
} TwAction;

/* Adds the actions of the static table, which ends with an empty row, to the group of that name of
 * the widget, which may be an application with the group "app"; creates the group if there is
 * none yet. The owner lives as long as the widget is used. The keys apply to all windows of the
 * application. */
void tw_actions_add (gpointer widget, const char *group, gpointer owner, const TwAction *actions);
/* The group; NULL: the widget has none of that name. */
GActionGroup *tw_actions_get (gpointer widget, const char *group);
