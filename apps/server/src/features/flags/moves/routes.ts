import type { HandlersOf } from '../../calls/handlers.ts';
import { fixWrongPositions } from './fixWrongPositions.ts';
import { createMove, listMoves, retryMove } from './moves.ts';
import { undoMove } from './undo.ts';

export const moveHandlers: HandlersOf<
  'createMove' | 'fixWrongPositions' | 'listMoves' | 'retryMove' | 'undoMove'
> = {
  createMove: ({ ctx, body }) => createMove(ctx, body),
  fixWrongPositions: ({ ctx, body }) => fixWrongPositions(ctx, body),
  listMoves: ({ ctx }) => listMoves(ctx),
  retryMove: ({ ctx, params, body }) => retryMove(ctx, params.id, body),
  undoMove: ({ ctx, params }) => undoMove(ctx, params.id),
};
