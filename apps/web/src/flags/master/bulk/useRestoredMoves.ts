import { may, SERVER_COMMAND, type SessionUser } from '@halyard/domain';
import { useEffect } from 'react';
import { call } from '@/lib/api/api.ts';
import { firstPage } from '@/lib/page/firstPage.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { bulkActions } from '../../commands/bulkActions.ts';
import { largeMoves } from '../../commands/largeMoves.ts';
import { itemsOf, storedMove } from '../../commands/massMove.ts';
import { MOVE_LABELS } from '../../commands/moveControls.ts';
import { closedMoves } from './closedMoves.ts';

/**
 * How long to wait before fetching the user's mass moves when a command of an unknown mass move
 * arrives, in milliseconds. Because of the wait, the many commands of one mass move cause only one
 * fetch.
 */
const GATHER_MS = 1000;

/**
 * Offers Undo for mass moves that this user made before a reload or in a different browser. Stops
 * offering it once a move is undone.
 */
export function useRestoredMoves(user: SessionUser): void {
  useEffect(() => {
    if (!may(user, 'flag.switch')) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = async () => {
      // Waits until the page's content has loaded.
      await firstPage;
      if (abort.signal.aborted) return;
      const before = bulkActions.known();
      const moves = await call('listMoves', { signal: abort.signal });
      const listed = new Set(moves.map(({ id }) => id));
      bulkActions.undoneElsewhere(new Set([...before].filter((id) => !listed.has(id))));
      const fresh = moves.filter(({ id }) => !closedMoves.has(id) && !before.has(id));
      if (fresh.length === 0) return;
      if (abort.signal.aborted) return;
      // Waits, because one of them may be the move that this page is making.
      if (bulkActions.isSending()) return restoreLater();
      // Adds the oldest move first, so that the latest one is listed first.
      for (const { poles, ...move } of fresh.reverse()) {
        if (move.progress !== null) {
          largeMoves.show(move);
          continue;
        }
        flagStore.accept(poles);
        bulkActions.restore(
          MOVE_LABELS[move.control],
          itemsOf(move.flags, new Map(poles.map((flag) => [flag.id, flag]))),
          storedMove(move),
        );
      }
    };
    const restoreLater = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // If this fails, the user can still undo the move by moving the poles back.
        restore().catch(() => undefined);
      }, GATHER_MS);
    };
    restore().catch(() => undefined);
    const stop = flagStore.onCommand((flagId, { id, by }) => {
      const isOfServer = by === user.id && id.startsWith(SERVER_COMMAND);
      if (isOfServer && !bulkActions.isOwn(flagId, id)) restoreLater();
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
      stop();
    };
  }, [user]);
}
