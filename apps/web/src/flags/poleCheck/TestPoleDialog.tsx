import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { poleCheckQuery } from '../dialogQueries.ts';
import { PoleCheckPanel } from './PoleCheckPanel.tsx';

interface TestPoleDialogProps {
  flagId: string;
  onClose: () => void;
}

/** The checklist for an existing pole. Closing the dialog does not stop a running test. */
export function TestPoleDialog({ flagId, onClose }: TestPoleDialogProps) {
  const { data } = useQuery(poleCheckQuery(flagId));
  const name = data?.name ?? '';
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={data ? t`Test ${name}` : t`Test this pole`}
      description={t`The test moves the pole and then moves it back, even if you close this window.`}
    >
      <DialogBody>
        <PoleCheckPanel flagId={flagId} meant={null} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
