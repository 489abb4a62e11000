import { may, type SessionUser } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '@/lib/api/api.ts';
import { flagsQuery } from '@/lib/api/query.ts';
import { firstPage } from '@/lib/page/firstPage.ts';
import { bulkActions } from '../../commands/bulkActions.ts';
import { itemsOf, storedMove } from '../../commands/massMove.ts';
import { MOVE_LABELS } from '../../commands/moveControls.ts';
import { closedMoves } from './closedMoves.ts';

/**
 * Offers Undo for the latest mass move that this user made on an earlier page or in another
 * browser.
 */
export function useRestoredMove(user: SessionUser): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!may(user, 'flag.switch')) return;
    const abort = new AbortController();
    const restore = async () => {
      // Waits until the page's content has loaded.
      await firstPage;
      if (abort.signal.aborted) return;
      const moves = await call('listMoves', { signal: abort.signal });
      const move = moves.find(({ id }) => !closedMoves.has(id));
      if (!move) return;
      const flags = await client.fetchQuery({ ...flagsQuery(user), staleTime: Infinity });
      if (abort.signal.aborted) return;
      const known = new Map(flags.map((flag) => [flag.id, flag]));
      bulkActions.restore(MOVE_LABELS[move.control], itemsOf(move.flags, known), storedMove(move));
    };
    // If this fails, the user can still undo the move by moving the poles back.
    restore().catch(() => undefined);
    return () => abort.abort();
  }, [client, user]);
}
