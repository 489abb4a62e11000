import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { bulkActions } from '../../commands/bulkActions.ts';
import { largeMoves } from '../../commands/largeMoves.ts';
import { SELECTION_SLOT } from './selectionSlot.ts';
import { useRestoredMoves } from './useRestoredMoves.ts';

const BulkPanel = lazyPart(async () => ({ default: (await import('./BulkPanel.tsx')).BulkPanel }));
const LargeMovePanel = lazyPart(async () => ({
  default: (await import('./LargeMovePanel.tsx')).LargeMovePanel,
}));

/**
 * Shows the results of mass moves and the poles that did not confirm, and offers Undo. Stays on
 * screen when the user opens another page.
 * @param children other panels to show below the results
 */
export function BulkStatus({ children }: { children?: ReactNode }) {
  useRestoredMoves(useCurrentUser());
  const { reports, announcement } = useSyncExternalStore(
    bulkActions.subscribe,
    bulkActions.getSnapshot,
  );
  const large = useSyncExternalStore(largeMoves.subscribe, largeMoves.getSnapshot);
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {/*
       * It takes up space at the end of the page, so that it does not cover anything permanently.
       */}
      <div className="grid grid-cols-1 gap-3 px-4 has-[section]:pb-4 md:px-6 md:has-[section]:pb-6">
        {reports.length + large.length > 0 && (
          <Suspense fallback={null}>
            <div className="grid max-w-2xl grid-cols-1 gap-3">
              {large.map((move) => (
                <LargeMovePanel key={move.id} move={move} />
              ))}
              {reports.map((report) => (
                <BulkPanel key={report.id} report={report} />
              ))}
            </div>
          </Suspense>
        )}
        {children}
        <div id={SELECTION_SLOT} className="max-w-4xl empty:hidden" />
      </div>
    </>
  );
}
