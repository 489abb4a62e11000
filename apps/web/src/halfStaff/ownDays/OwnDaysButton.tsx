import { may, type SessionUser } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import type { OwnDaysDialogProps } from './OwnDaysDialog.tsx';

const OwnDaysDialog = lazyDialog(
  () => import('./OwnDaysDialog.tsx'),
  ({ onClose }: OwnDaysDialogProps) => onClose(),
);

/**
 * A button that opens the dialog for custom days. Renders nothing for users who are not allowed to
 * record custom days.
 */
export function OwnDaysButton({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useDialogParam('own-days');
  if (!may(user, 'order.manage')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Custom days</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <OwnDaysDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
