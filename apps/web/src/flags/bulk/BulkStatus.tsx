import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { bulkActions } from './bulkActions.ts';
import { useRestoredMove } from './useRestoredMove.ts';

const BulkPanel = lazyPart(async () => ({ default: (await import('./BulkPanel.tsx')).BulkPanel }));

/**
 * Says what became of the last bulk action, lists the poles that did not follow, and offers Undo. Beside
 * the pages, so that it stays when the page changes.
 */
export function BulkStatus() {
  useRestoredMove(useCurrentUser());
  const { reports, announcement } = useSyncExternalStore(
    bulkActions.subscribe,
    bulkActions.getSnapshot,
  );
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {reports.length > 0 && (
        <Suspense fallback={null}>
          {/* At the end of the page it takes room of its own: nothing stays hidden behind it. */}
          <div className="pointer-events-none sticky bottom-0 z-30 grid max-w-2xl grid-cols-1 gap-3 p-4 pt-0 md:px-6 md:pb-6">
            {reports.map((report) => (
              <BulkPanel key={report.id} report={report} />
            ))}
          </div>
        </Suspense>
      )}
    </>
  );
}
