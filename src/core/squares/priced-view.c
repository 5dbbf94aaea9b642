/* priced-view.c - boards as transforms show them; made by the strategy and the proof. */
#include "core/squares/priced-view.h"

#include <string.h>

#include "core/transform.h"

int
tw_priced_view_flat (const TwBoard *board)
{
  return board->height > board->width ? TW_TRANSFORM_TRANSPOSE : 0;
}

bool
tw_priced_view_init (TwPricedView *view, const TwBoard *original, int transform, int64_t squares,
                     TwRun *run)
{
  memset (view, 0, sizeof *view);
  view->run = run;
  view->original = original;
  view->transform = transform;
  view->unit = tw_prices_unit (squares);
  view->board = tw_transform_board (transform, original);
  if (view->board == NULL)
    return false;
  view->pricer = tw_pricer_new (view->board, run);
  return view->pricer != NULL;
}

bool
tw_priced_view_init_from (TwPricedView *view, const TwPricedView *from, int transform, TwRun *run)
{
  TwPrices *prices;

  memset (view, 0, sizeof *view);
  if (from->prices == NULL
      || !tw_priced_view_init (view, from->original, transform,
                               from->prices->total / from->unit + 1, run))
    return false;
  view->unit = from->unit;
  /* The way leads over the original board. */
  prices = tw_prices_transform (tw_transform_inverse (from->transform), from->prices, run);
  if (prices != NULL)
    view->prices = tw_prices_transform (transform, prices, run);
  tw_prices_free (prices, run);
  if (view->prices == NULL)
    return false;
  tw_pricer_start_from (view->pricer, view->transform, from->pricer, from->transform,
                        view->original);
  return true;
}

void
tw_priced_view_clear (TwPricedView *view)
{
  if (view->run != NULL) {
    tw_prices_free (view->prices, view->run);
    tw_pricer_free (view->pricer);
    tw_board_free (view->board);
  }
  memset (view, 0, sizeof *view);
}

bool
tw_priced_view_price (TwPricedView *view, int steps, TwRun *to)
{
  TwPrices *prices;

  if (!tw_pricer_iterate (view->pricer, steps))
    return false;
  prices = tw_pricer_prices (view->pricer, view->unit);
  if (prices == NULL)
    return false;
  if (view->prices != NULL && prices->total <= view->prices->total) {
    tw_prices_free (prices, view->run);
    return true;
  }
  tw_prices_free (view->prices, view->run);
  view->prices = prices;
  tw_run_raise_bound (to, tw_prices_bound (prices));
  return true;
}

bool
tw_priced_view_offer (const TwPricedView *view, TwTiling *tiling, TwRun *to)
{
  int width = view->original->width, height = view->original->height;

  for (size_t i = 0; i < tiling->count; i++)
    tiling->squares[i] = tw_transform_square_back (view->transform, width, height,
                                                   tiling->squares[i]);
  return tw_run_offer (to, view->original, tiling, view->transform);
}
