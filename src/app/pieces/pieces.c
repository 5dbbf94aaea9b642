/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - see pieces.h. */
#include "app/pieces/pieces.h"

#include "app/window/steps.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/play.h"

struct _TwPieces {
  TwPart parent_instance;

  GtkLabel *facts;
  TwThumbs *thumbs;
  GtkWidget *undo;
  GtkWidget *redo;
  GtkSwitch *rotate;
  GtkSwitch *flip;
  GtkWidget *turns; /* switches for the turns of pieces */
  GtkCheckButton *piece_rotate;
  GtkCheckButton *piece_flip;

  TwPuzzle *puzzle;
  int hand;         /* the held piece, -1: none */
  gboolean loading; /* the widgets are being updated; ignore their signals */
};

G_DEFINE_FINAL_TYPE (TwPieces, tw_pieces, TW_TYPE_PART)

/* --- descriptions of pieces ---------------------------------------------------- */

static const TwPiece *
piece_at (gpointer puzzle, guint i)
{
  return &tw_piece_puzzle_get_problem (puzzle)->pieces[i];
}

static char *
count_text (int least, int most)
{
  if (least == most)
    return g_strdup_printf ("%d", most);
  return g_strdup_printf (_ ("%d–%d"), least, most);
}

static gboolean
spent (gpointer puzzle, guint position)
{
  const TwPiece *piece = piece_at (puzzle, position);

  return piece->placed > 0 && piece->placed == piece->most;
}

/* The name, with the number of copies that are left unless it is at most one. */
static char *
caption (gpointer puzzle, guint position)
{
  const TwPiece *piece = piece_at (puzzle, position);
  g_autofree char *left = count_text (MAX (piece->least - piece->placed, 0),
                                      piece->most - piece->placed);

  if (spent (puzzle, position))
    return g_strdup_printf (_ ("%s ✓"), piece->name);
  if (piece->most <= 1)
    return g_strdup (piece->name);
  return g_strdup_printf (_ ("%s × %s"), piece->name, left);
}

static char *
describe (gpointer puzzle, guint position)
{
  const TwPiece *piece = piece_at (puzzle, position);
  g_autofree char *count = count_text (piece->least, piece->most);
  g_autoptr (GString) text = g_string_new (NULL);
  int n = piece->shape.count;

  g_string_append_printf (text, tw_ngettext ("Piece %s, %d cell", "Piece %s, %d cells", (gulong) n),
                          piece->name, n);
  if (piece->least == 0 && piece->most == 1)
    g_string_append (text, _ (", optional"));
  else if (piece->least == 1 && piece->most == 1)
    g_string_append (text, _ (", must be used"));
  else
    g_string_append_printf (text, _ (", used %s times"), count);
  if (piece->placed > 0)
    g_string_append_printf (text, _ (", %d on the board"), piece->placed);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static TwScene *
scene (gpointer puzzle, guint position)
{
  return tw_picture_piece (puzzle, position, 0);
}

static const TwThumbsSource source = {
  .picture = { (GBoxedCopyFunc) tw_puzzle_ref, (GDestroyNotify) tw_puzzle_unref, scene, NULL,
               NULL },
  .caption = caption,
  .describe = describe,
  .spent = spent,
  .draggable = TRUE,
};

/* `figures`: they are those of a tetromino square, each copy of which must be used. */
static void
show_facts (TwPieces *self, gboolean figures)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (self->puzzle);
  gint64 cells = 0;
  gsize fixed = 0;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    cells += (gint64) problem->pieces[i].shape.count * problem->pieces[i].most;
    fixed += problem->pieces[i].least > 0;
  }

  gulong n = figures ? (gulong) cells / 4 : problem->n_pieces;
  g_autofree char *pieces = g_strdup_printf (
    tw_ngettext ("%'lu piece, %'lld cells", "%'lu pieces, %'lld cells", n), n, (long long) cells);
  g_autofree char *must = fixed == problem->n_pieces ? g_strdup (_ ("each must be used"))
                          : fixed == 0               ? g_strdup (_ ("all optional"))
                                       : g_strdup_printf (_ ("%zu must be used"), fixed);
  g_autofree char *text = g_strdup_printf (_ ("%s; %s"), pieces, must);

  gtk_label_set_text (self->facts, figures ? pieces : text);
}

static gboolean
rotates (guint8 transforms)
{
  return (transforms & TW_SHAPE_ROTATIONS & ~TW_SHAPE_FIXED) != 0;
}

static gboolean
flips (guint8 transforms)
{
  return (transforms & ~TW_SHAPE_ROTATIONS) != 0;
}

/* All that some piece may do. */
static guint8
all_transforms (TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  guint8 all = 0;

  for (gsize i = 0; i < problem->n_pieces; i++)
    all |= problem->pieces[i].transforms;
  return all;
}

gboolean
tw_pieces_may_rotate (TwPuzzle *puzzle)
{
  return rotates (all_transforms (puzzle));
}

gboolean
tw_pieces_may_flip (TwPuzzle *puzzle)
{
  return flips (all_transforms (puzzle));
}

/* --- widgets ---------------------------------------------------------------------- */

static void
picked_cb (TwPieces *self, guint position)
{
  if (self->puzzle != NULL)
    g_signal_emit_by_name (self, "taken", position);
}

static void
activated_cb (TwPieces *self, guint position)
{
  if (self->puzzle != NULL)
    g_signal_emit_by_name (self, "ready", position);
}

static void
turned_cb (TwPieces *self)
{
  if (!self->loading && self->puzzle != NULL)
    g_signal_emit_by_name (self, "turns-changed", gtk_switch_get_active (self->rotate),
                           gtk_switch_get_active (self->flip));
}

static void
piece_turned_cb (TwPieces *self)
{
  if (!self->loading && self->puzzle != NULL && self->hand >= 0)
    g_signal_emit_by_name (self, "piece-turns-changed",
                           gtk_check_button_get_active (self->piece_rotate),
                           gtk_check_button_get_active (self->piece_flip));
}

static void
tw_pieces_class_init (TwPiecesClass *klass)
{
  TW_OWN (klass, TwPieces, puzzle, tw_puzzle_unref);
  tw_class_add_signal (klass, "taken", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "ready", 1, G_TYPE_UINT);
  tw_class_add_signal (klass, "turns-changed", 2, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN);
  tw_class_add_signal (klass, "piece-turns-changed", 2, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN);
  g_type_ensure (TW_TYPE_THUMBS);
  tw_class_set_template (klass, "pieces");
  TW_BIND_CHILDREN (klass, TwPieces, facts, thumbs, undo, redo, turns, rotate, flip);
  TW_BIND_CHILDREN (klass, TwPieces, piece_rotate, piece_flip);
  TW_BIND_CALLBACKS (klass, picked_cb, activated_cb, turned_cb, piece_turned_cb);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "pieces");
}

static void
tw_pieces_init (TwPieces *self)
{
  self->hand = -1;
  self->loading = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->loading = FALSE;
  tw_pieces_set_steps (self, NULL, NULL);
  tw_thumbs_set_whole (self->thumbs, TRUE);
  tw_thumbs_set_title (self->thumbs, "pieces-grid", _ ("Pieces"));
}

/* --- public functions -------------------------------------------------------------- */

TwThumbs *
tw_pieces_get_thumbs (TwPieces *self)
{
  return self->thumbs;
}

void
tw_pieces_set_puzzle (TwPieces *self, TwPuzzle *puzzle)
{
  /* The figures of a tetromino square may be rotated and not flipped. */
  gboolean own_rules = puzzle != NULL && tw_puzzle_has_pieces (puzzle);

  puzzle = puzzle != NULL ? tw_play_get_pieces (puzzle) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), puzzle != NULL);
  gtk_widget_set_visible (self->turns, own_rules);
  gtk_widget_set_visible (GTK_WIDGET (self->piece_rotate), own_rules);
  gtk_widget_set_visible (GTK_WIDGET (self->piece_flip), own_rules);
  if (puzzle != NULL)
    tw_puzzle_ref (puzzle);
  g_clear_pointer (&self->puzzle, tw_puzzle_unref);
  self->puzzle = puzzle;
  self->loading = TRUE;
  if (puzzle != NULL) {
    tw_thumbs_show (self->thumbs, &source, puzzle,
                    (guint) tw_piece_puzzle_get_problem (puzzle)->n_pieces);
    gtk_switch_set_active (self->rotate, tw_pieces_may_rotate (puzzle));
    gtk_switch_set_active (self->flip, tw_pieces_may_flip (puzzle));
    show_facts (self, !own_rules);
  } else {
    tw_thumbs_show (self->thumbs, &source, NULL, 0);
  }
  self->loading = FALSE;
}

void
tw_pieces_set_hand (TwPieces *self, int piece)
{
  guint8 transforms = TW_SHAPE_FIXED;

  self->hand = self->puzzle != NULL ? piece : -1;
  if (self->hand >= 0)
    transforms = piece_at (self->puzzle, (guint) self->hand)->transforms;
  self->loading = TRUE;
  gtk_check_button_set_active (self->piece_rotate, rotates (transforms));
  gtk_check_button_set_active (self->piece_flip, flips (transforms));
  gtk_widget_set_sensitive (GTK_WIDGET (self->piece_rotate), self->hand >= 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->piece_flip), self->hand >= 0);
  self->loading = FALSE;
  tw_thumbs_select (self->thumbs, piece >= 0 ? (guint) piece : GTK_INVALID_LIST_POSITION);
}

void
tw_pieces_set_steps (TwPieces *self, const char *undo, const char *redo)
{
  tw_steps_name_buttons (self->undo, self->redo, undo, redo);
}
