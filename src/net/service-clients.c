/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-clients.c - distributes a job to solver services and collects their solutions; see
 * service-clients.h. */
#include "net/service-clients.h"

#include "core/base/transform.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-solution.h"

/* The time limit of a service ends this long before ours, and we wait this long after it. */
#define MARGIN_SECONDS 0.3
#define GRACE_SECONDS  0.5
/* With less time than this no service is used. */
#define LEAST_SECONDS 0.3

typedef struct Team Team;

typedef struct {
  Team *team;
  TwServiceClient *client;
  unsigned transforms; /* the transforms assigned to it */
  gint64 best;         /* cost of its best solution; G_MAXINT64: none */
} Member;

/* Owned by its job. */
struct Team {
  TwJob *job; /* not a reference */
  GPtrArray *members;
  GSource *timer;
  gboolean holds;
  gint64 started; /* of the monotonic clock */
};

static const char team_key[] = "tw-service-clients";

/* --- when it is over ------------------------------------------------------------ */

static gboolean
is_at_work (const Member *member)
{
  return tw_service_client_get_state (member->client) < TW_SERVICE_CLIENT_ENDED;
}

static gboolean
anybody_at_work (const Team *team)
{
  for (guint i = 0; i < team->members->len; i++)
    if (is_at_work (g_ptr_array_index (team->members, i)))
      return TRUE;
  return FALSE;
}

static double
seconds_left (const Team *team)
{
  gint64 passed = g_get_monotonic_time () - team->started;

  return tw_job_get_options (team->job)->time - (double) passed / G_USEC_PER_SEC;
}

/* Completes the job with the best result so far. */
static void
let_go (Team *team)
{
  if (!team->holds)
    return;
  team->holds = FALSE;
  tw_timer_clear (&team->timer);
  tw_job_release (team->job);
}

/* Transforms of services that have ended return to the local search. */
static void
share (const Team *team)
{
  TwRun *run = tw_job_get_run (team->job);
  unsigned elsewhere = 0;

  for (guint i = 0; i < team->members->len; i++) {
    const Member *member = g_ptr_array_index (team->members, i);
    TwServiceClientState state = tw_service_client_get_state (member->client);

    if (state == TW_SERVICE_CLIENT_RUNNING || state == TW_SERVICE_CLIENT_ENDED)
      elsewhere |= member->transforms;
  }
  if (run != NULL)
    tw_run_set_elsewhere (run, elsewhere);
}

/* The local search has ended, or it was cancelled after its end. */
static void
ended_cb (TwJob *job, gpointer data)
{
  Team *team = data;

  if (!tw_job_is_running (job)) { /* it was abandoned */
    team->holds = FALSE;
    g_object_set_data (G_OBJECT (job), team_key, NULL);
    return;
  }
  if (!tw_job_wants_solutions (job) || !anybody_at_work (team)
      || seconds_left (team) < -GRACE_SECONDS)
    let_go (team);
  /* Otherwise the timer checks again. */
}

static gboolean
look_cb (gpointer data)
{
  Team *team = data;

  for (guint i = 0; i < team->members->len; i++)
    tw_service_client_poll (((Member *) g_ptr_array_index (team->members, i))->client);
  if (tw_job_has_searched (team->job))
    ended_cb (team->job, team);
  return G_SOURCE_CONTINUE;
}

/* --- what the services say -------------------------------------------------------- */

/* Deferred, because completing the job may free the team. A released team has no timer. */
static void
look_soon (const Team *team)
{
  if (team->timer != NULL)
    g_source_set_ready_time (team->timer, 0);
}

static void
changed_cb (TwServiceClient *client, gpointer data)
{
  const Member *member = data;
  Team *team = member->team;

  share (team);
  if (tw_job_has_searched (team->job) && !anybody_at_work (team))
    look_soon (team);
}

static void
answered_cb (TwServiceClient *client, TwResult *answer, gpointer data)
{
  Member *member = data;
  Team *team = member->team;

  member->best = MIN (member->best, tw_kind_cost (answer));
  tw_job_offer (team->job, answer);
  if (tw_job_has_searched (team->job) && !tw_job_wants_solutions (team->job))
    look_soon (team);
}

/* --- the team ----------------------------------------------------------------------- */

gboolean
tw_service_clients_can_help (const TwPuzzle *puzzle, const TwOptions *options)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);

  if (kind->write == NULL)
    return FALSE;
  if (kind->solve->can_be_helped != NULL)
    return kind->solve->can_be_helped (puzzle);
  return options->limit == 1 && !options->count_only
         && !g_str_equal (options->engine, TW_ENGINE_RANDOM);
}

TW_DEFINE_FREE (member_free, Member, (client, tw_service_client_free))

static void
team_free (gpointer data)
{
  Team *team = data;

  tw_timer_clear (&team->timer);
  g_ptr_array_unref (team->members);
  g_free (team);
}

/* The share of player `index` of `count` when transforms are dealt like cards; player 0 is the
 * local search. A player without a card gets all transforms, because another seed may find
 * better solutions. */
static unsigned
deal (unsigned mask, guint index, guint count)
{
  unsigned hand = 0;
  guint card = 0;

  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    if ((mask >> k & 1) != 0 && card++ % count == index)
      hand |= 1u << k;
  return hand;
}

static void
write_transforms (unsigned mask, TwOptions *options)
{
  char *text = options->transforms;

  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    if ((mask >> k & 1) != 0) {
      if (text != options->transforms)
        *text++ = ',';
      *text++ = (char) ('0' + k);
    }
  *text = '\0';
}

static void
add_member (Team *team, const char *uri, const char *token, guint index, guint count)
{
  static const TwServiceClientCalls calls = { .changed = changed_cb, .answered = answered_cb };
  TwPuzzle *puzzle = tw_job_get_puzzle (team->job);
  TwOptions options = *tw_job_get_options (team->job);
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  Member *member = g_new0 (Member, 1);
  unsigned mask = tw_options_transform_mask (&options), hand = 0;

  if ((kind->flags & TW_KIND_TRANSFORMS) != 0)
    hand = deal (mask, index, count);
  if (kind->solve->helping_engine != NULL
      && g_str_equal (options.engine, kind->solve->engines[0].name))
    g_strlcpy (options.engine, kind->solve->helping_engine, sizeof options.engine);
  if (hand != 0)
    write_transforms (hand, &options);
  options.time -= MARGIN_SECONDS;
  options.threads = 0;
  options.seed = (int) (((guint) options.seed + index) & G_MAXINT32);

  member->team = team;
  member->transforms = hand;
  member->best = G_MAXINT64;
  g_ptr_array_add (team->members, member);
  member->client = tw_service_client_new (uri, token, puzzle, &options, &calls, member);
}

void
tw_service_clients_help (TwJob *job, const char *const *uris, const char *token)
{
  guint count = uris != NULL
                  ? MIN (g_strv_length ((char **) (guintptr) uris), TW_SERVICE_CLIENTS_MAX)
                  : 0;
  Team *team;

  g_return_if_fail (tw_job_is_running (job));

  if (count == 0 || !tw_service_clients_can_help (tw_job_get_puzzle (job), tw_job_get_options (job))
      || tw_job_get_options (job)->time - MARGIN_SECONDS < LEAST_SECONDS)
    return;
  team = g_new0 (Team, 1);
  team->job = job;
  team->members = g_ptr_array_new_with_free_func (member_free);
  team->started = g_get_monotonic_time ();
  team->timer = tw_timer_new (TW_SERVICE_CLIENT_POLL_MS, look_cb, team);
  g_object_set_data_full (G_OBJECT (job), team_key, team, team_free);
  for (guint i = 0; i < count; i++)
    add_member (team, uris[i], token, i + 1, count + 1);
  team->holds = TRUE;
  tw_job_hold (job, ended_cb, team);
}

/* --- what became of them ---------------------------------------------------------------- */

static char *
describe (const Member *member)
{
  const char *uri = tw_service_client_get_uri (member->client);

  switch (tw_service_client_get_state (member->client)) {
  case TW_SERVICE_CLIENT_DROPPED:
    return g_strdup_printf (_ ("%s: dropped: %s"), uri,
                            tw_service_client_get_note (member->client));
  case TW_SERVICE_CLIENT_ENDED:
  case TW_SERVICE_CLIENT_RUNNING:
    if (member->best == G_MAXINT64)
      return g_strdup_printf (_ ("%s: helped, found no solution"), uri);
    if (member->best == TW_COST_LEAST)
      return g_strdup_printf (_ ("%s: helped, found a solution"), uri);
    return g_strdup_printf (_ ("%s: helped, found %lld"), uri, (long long) member->best);
  case TW_SERVICE_CLIENT_WAITING:
    return g_strdup_printf (_ ("%s: was busy until the end"), uri);
  case TW_SERVICE_CLIENT_ASKING:
  default:
    return g_strdup_printf (_ ("%s: did not reply until the end"), uri);
  }
}

char **
tw_service_clients_report (TwJob *job, gboolean only_left)
{
  const Team *team = g_object_get_data (G_OBJECT (job), team_key);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  if (team == NULL)
    return NULL;
  for (guint i = 0; i < team->members->len; i++) {
    const Member *member = g_ptr_array_index (team->members, i);
    g_autofree char *line = describe (member);

    if (!only_left || tw_service_client_get_state (member->client) == TW_SERVICE_CLIENT_DROPPED)
      g_strv_builder_add (lines, line);
  }
  return g_strv_builder_end (lines);
}
