import { lazy, Suspense, useSyncExternalStore } from 'react';
import { bulkActions } from './bulkActions.ts';

const BulkPanel = lazy(async () => ({ default: (await import('./BulkPanel.tsx')).BulkPanel }));

/**
 * Says what became of the last bulk action, and lists the poles that did not follow. Stands beside the
 * pages, so that the list outlives a change of page.
 */
export function BulkStatus() {
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
