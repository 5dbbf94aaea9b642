/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.h - the options of the commands that solver services can help. */
#pragma once

#include "cli/command.h"

extern char **tw_cli_workers;     /* addresses; NULL: none */
extern char *tw_cli_token_file;   /* NULL: none was given */
extern char *tw_cli_worker_token; /* NULL: none; set by tw_cli_accept_workers () */

#define TW_CLI_WORKER_ENTRIES                                                                  \
  TW_OPTION (                                                                                  \
    STRING_ARRAY, "worker", &tw_cli_workers, N_ ("URL"),                                       \
    N_ ("Address of a solver service that helps, such as http://host:1330; may be repeated")), \
    TW_FILE ("worker-token-file", &tw_cli_token_file,                                          \
             N_ ("File with the token of the services [the variable TILEWRIGHT_WORKER_TOKEN]"))

/* Checks the addresses and reads the token. Returns FALSE after an error message. */
gboolean tw_cli_accept_workers (void);
