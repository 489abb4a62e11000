import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useReasonIsOffered, withdrawReason } from '../commands/ownHalfStaff.ts';

const ReasonDialog = lazyDialog(
  async () => ({
    default: (await import('@/halfStaff/wrongPositions/ReasonDialog.tsx')).ReasonDialog,
  }),
  ({ onClose }) => onClose(),
);

/**
 * A line that asks for a reason after a flag was lowered to half-staff even though nothing requires
 * it.
 */
export function OwnHalfStaffLine({ flag }: { flag: Flag }) {
  const isOffered = useReasonIsOffered(flag.id);
  const [asking, setAsking] = useState(false);
  if (!isOffered) return null;
  const { name } = flag;
  return (
    <>
      <button
        type="button"
        aria-label={t`Enter a reason and end time for ${name}`}
        onClick={() => setAsking(true)}
        className="relative justify-self-start text-xs font-medium text-primary underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-1 hover:text-primary-hover max-lg:after:-inset-y-3.5"
      >
        <Trans>Enter a reason and end time</Trans>
      </button>
      {asking && (
        <Suspense>
          <ReasonDialog
            flag={flag}
            onClose={() => setAsking(false)}
            onSaved={() => withdrawReason(flag.id)}
          />
        </Suspense>
      )}
    </>
  );
}
