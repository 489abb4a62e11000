import type { SessionUser } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { ListChecks } from '@/components/icons/index.ts';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import type { FollowsDialogProps } from './FollowsDialog.tsx';

const FollowsDialog = lazyDialog(
  () => import('./FollowsDialog.tsx'),
  ({ onClose }: FollowsDialogProps) => onClose(),
);

type FollowsButtonProps = Omit<FollowsDialogProps, 'onClose'> & { user: SessionUser };

/**
 * Opens the dialog for choosing which orders and annual half-staff days to follow. A URL parameter
 * can open the dialog too.
 */
export function FollowsButton(of: FollowsButtonProps) {
  const [open, setOpen] = useDialogParam('follows');
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" />
        <Trans>Follow settings</Trans>
      </Button>
      {open && (
        <Suspense>
          <FollowsDialog {...of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
