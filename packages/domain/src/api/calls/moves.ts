import { z } from 'zod';
import * as moves from '../moves.ts';
import { byId, endpoint } from './endpoint.ts';

export const movesCalls = {
  planMove: endpoint(
    'POST',
    '/api/moves/plans',
    'flag.switch',
    'flags',
    'Store and count the flags that a list or query selects now; confirming this plan moves exactly these flags',
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
    'Move many flags at once; offline and locked flags are skipped',
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
    "List the caller's moves of the last 15 minutes that have not been undone, newest first",
    { response: z.array(moves.listedMove) },
  ),
  getMove: endpoint(
    'GET',
    '/api/moves/:id',
    'flag.switch',
    'flags',
    "Get one of the caller's moves, with its progress",
    { params: byId, response: moves.listedMove },
  ),
  listMoveFlags: endpoint(
    'GET',
    '/api/moves/:id/flags',
    'flag.switch',
    'flags',
    "List the flags of one of the caller's moves, or only the flags with problems, page by page",
    { params: byId, query: moves.moveFlagsQuery, response: moves.moveFlagsPage },
  ),
  cancelMove: endpoint(
    'POST',
    '/api/moves/:id/cancel',
    'flag.switch',
    'flags',
    "Cancel the commands of one of the caller's moves that have not been sent yet",
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
    "Undo one of the caller's moves: each flag returns to its earlier position and hold, unless it has moved again since",
    { params: byId, response: moves.moveUndone },
  ),
};
