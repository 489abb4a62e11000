import type { Flag } from '@halyard/domain';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useReasonIsOffered, withdrawReason } from '../commands/ownHalfStaff.ts';

const ReasonDialog = lazyDialog(
  async () => ({
    default: (await import('@/halfStaff/wrongPositions/ReasonDialog.tsx')).ReasonDialog,
  }),
  ({ onClose }) => onClose(),
);

/** An optional line for a flag that was just lowered to half-staff although nothing requires it. */
export function OwnHalfStaffLine({ flag }: { flag: Flag }) {
  const isOffered = useReasonIsOffered(flag.id);
  const [asking, setAsking] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <button
        type="button"
        aria-label={`Why, and until when? ${flag.name}`}
        onClick={() => setAsking(true)}
        className="relative justify-self-start text-xs font-medium text-primary underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-1 hover:text-primary-hover max-lg:after:-inset-y-3.5"
      >
        Why, and until when?
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
