import type { HandlersOf } from '../../calls/handlers.ts';
import { fixWrongPositions } from './fixWrongPositions.ts';
import { cancelMove, createMove, getMove, listMoves, retryMove } from './moves.ts';
import { type PlanParts, planMove } from './plans.ts';
import { listMoveFlags } from './progress.ts';
import { undoMove } from './undo.ts';

export const moveHandlers = (
  parts: PlanParts,
): HandlersOf<
  | 'planMove'
  | 'createMove'
  | 'fixWrongPositions'
  | 'listMoves'
  | 'getMove'
  | 'listMoveFlags'
  | 'cancelMove'
  | 'retryMove'
  | 'undoMove'
> => ({
  planMove: ({ ctx, body }) => planMove(ctx, parts, body),
  createMove: ({ ctx, body }) => createMove(ctx, body),
  fixWrongPositions: ({ ctx, body }) => fixWrongPositions(ctx, parts.wrongPositions, body),
  listMoves: ({ ctx }) => listMoves(ctx),
  getMove: ({ ctx, params }) => getMove(ctx, params.id),
  listMoveFlags: ({ ctx, params, query }) => listMoveFlags(ctx, params.id, query),
  cancelMove: ({ ctx, params }) => cancelMove(ctx, params.id),
  retryMove: ({ ctx, params, body }) => retryMove(ctx, params.id, body),
  undoMove: ({ ctx, params }) => undoMove(ctx, params.id),
});
