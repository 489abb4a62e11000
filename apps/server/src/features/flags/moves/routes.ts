import type { HandlersOf } from '../../calls/handlers.ts';
import type { Lists } from '../../fleet/directory/lists.ts';
import { fixWrongPositions } from './fixWrongPositions.ts';
import { createMove, listMoves, retryMove } from './moves.ts';
import { planMove } from './plans.ts';
import { undoMove } from './undo.ts';

export const moveHandlers = (
  lists: Pick<Lists, 'fleet'>,
): HandlersOf<
  'planMove' | 'createMove' | 'fixWrongPositions' | 'listMoves' | 'retryMove' | 'undoMove'
> => ({
  planMove: ({ ctx, body }) => planMove(ctx, lists, body),
  createMove: ({ ctx, body }) => createMove(ctx, body),
  fixWrongPositions: ({ ctx, body }) => fixWrongPositions(ctx, body),
  listMoves: ({ ctx }) => listMoves(ctx),
  retryMove: ({ ctx, params, body }) => retryMove(ctx, params.id, body),
  undoMove: ({ ctx, params }) => undoMove(ctx, params.id),
});
