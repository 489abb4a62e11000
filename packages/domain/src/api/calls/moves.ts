import { z } from 'zod';
import * as moves from '../moves.ts';
import { byId, endpoint } from './endpoint.ts';

export const movesCalls = {
  planMove: endpoint(
    'POST',
    '/api/moves/plans',
    'flag.switch',
    'flags',
    'Store which flags a list or query means now, and count them; confirming the plan moves exactly these',
    {
      body: moves.movePlanCreate,
      maxBodyBytes: moves.MAX_MOVE_BODY_BYTES,
      response: moves.movePlan,
      status: 201,
    },
  ),
  createMove: endpoint(
    'POST',
    '/api/moves',
    'flag.switch',
    'flags',
    'Move many flags at once; offline and locked ones are left out',
    {
      body: moves.moveCreate,
      maxBodyBytes: moves.MAX_MOVE_BODY_BYTES,
      response: moves.massMove,
      status: 201,
    },
  ),
  listMoves: endpoint(
    'GET',
    '/api/moves',
    'flag.switch',
    'flags',
    "List the caller's moves of the last 15 minutes that were not undone, newest first",
    { response: z.array(moves.listedMove) },
  ),
  getMove: endpoint(
    'GET',
    '/api/moves/:id',
    'flag.switch',
    'flags',
    "The caller's own move, with how far it is",
    { params: byId, response: moves.listedMove },
  ),
  listMoveFlags: endpoint(
    'GET',
    '/api/moves/:id/flags',
    'flag.switch',
    'flags',
    "List the flags of the caller's own move, or only those with problems, page by page",
    { params: byId, query: moves.moveFlagsQuery, response: moves.moveFlagsPage },
  ),
  cancelMove: endpoint(
    'POST',
    '/api/moves/:id/cancel',
    'flag.switch',
    'flags',
    "Cancel what has not been sent yet of the caller's own move",
    { params: byId, response: moves.massMove },
  ),
  retryMove: endpoint(
    'POST',
    '/api/moves/:id/retry',
    'flag.switch',
    'flags',
    "Resend a move's commands to some of its flags",
    {
      params: byId,
      body: moves.moveRetry,
      maxBodyBytes: moves.MAX_MOVE_BODY_BYTES,
      response: moves.massMove,
    },
  ),
  undoMove: endpoint(
    'POST',
    '/api/moves/:id/undo',
    'flag.switch',
    'flags',
    "Undo the caller's own move: each flag returns to its earlier position and hold, unless it was moved since",
    { params: byId, response: moves.moveUndone },
  ),
};
