/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.c - names of the ways in which a search ends. */
#include "core/run/status.h"

const char *
tw_status_name (TwStatus status)
{
  switch (status) {
  case TW_STATUS_OPTIMAL:
    return "optimal";
  case TW_STATUS_FEASIBLE:
    return "feasible";
  case TW_STATUS_INFEASIBLE:
    return "infeasible";
  case TW_STATUS_TIMEOUT:
    return "timeout";
  case TW_STATUS_CANCELLED:
    return "cancelled";
  case TW_STATUS_OUT_OF_MEMORY:
    return "out-of-memory";
  }
  return "unknown";
}

TwStatus
tw_status_of_stop (TwStop why)
{
  switch (why) {
  case TW_STOP_CANCEL:
    return TW_STATUS_CANCELLED;
  case TW_STOP_MEMORY:
    return TW_STATUS_OUT_OF_MEMORY;
  case TW_STOP_NONE:
  case TW_STOP_DEADLINE:
    break;
  }
  return TW_STATUS_TIMEOUT;
}
