import { may, type SessionUser } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { SOURCES_DIALOG } from '../sourceQueries.ts';
import type { SourcesDialogProps } from './SourcesDialog.tsx';

const SourcesDialog = lazyDialog(
  () => import('./SourcesDialog.tsx'),
  ({ onClose }: SourcesDialogProps) => onClose(),
);

/**
 * A button that opens the dialog for order sources. Renders nothing for users who are not allowed
 * to manage order sources.
 */
export function SourcesButton({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useDialogParam(SOURCES_DIALOG);
  if (!may(user, 'orderSource.manage')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Sources</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <SourcesDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
