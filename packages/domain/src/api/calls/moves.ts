import { z } from 'zod';
import * as moves from '../moves.ts';
import { byId, endpoint } from './endpoint.ts';

export const movesCalls = {
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
    "List one's own moves of the last 15 minutes that are not undone, the latest first",
    { response: z.array(moves.massMove) },
  ),
  retryMove: endpoint(
    'POST',
    '/api/moves/:id/retry',
    'flag.switch',
    'flags',
    'Send the commands of a move again to some of its flags',
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
    "Undo one's own move: each flag gets its earlier position and hold, unless it was moved since",
    { params: byId, response: moves.moveUndone },
  ),
};
