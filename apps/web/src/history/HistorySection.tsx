import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';

const HistoryPanel = lazyPart(() => import('./HistoryPanel.tsx'));

/** The history panel with its chart, loaded when a flag's dialog is opened. */
export function HistorySection({ flag }: { flag: Flag }) {
  return (
    <section aria-label={t`History`} className="grid grid-cols-1 gap-2 border-t border-border pt-3">
      <h3 className="font-medium">
        <Trans>History</Trans>
      </h3>
      <Suspense fallback={<Skeleton className="h-80" />}>
        <HistoryPanel flag={flag} />
      </Suspense>
    </section>
  );
}
