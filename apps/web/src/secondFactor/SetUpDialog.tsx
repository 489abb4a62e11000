import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpForm } from './SetUpForm.tsx';

interface SetUpDialogProps {
  username: string;
  onClose: () => void;
}

/** Sets up two-factor authentication for the signed-in user, then shows the recovery codes. */
export default function SetUpDialog({ username, onClose }: SetUpDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={codes ? t`Recovery codes` : t`Set up two-factor authentication`}
      keepOpen
    >
      {codes ? (
        <>
          <DialogBody>
            <RecoveryCodes codes={codes} username={username} />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" actsOnce onClick={onClose}>
              <Trans>I’ve saved the codes</Trans>
            </Button>
          </DialogFooter>
        </>
      ) : (
        <SetUpForm
          onDone={setCodes}
          body={(fields) => <DialogBody>{fields}</DialogBody>}
          footer={(pending) => (
            <DialogFooter>
              <Button onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button variant="primary" type="submit" pending={pending}>
                <Trans>Turn on</Trans>
              </Button>
            </DialogFooter>
          )}
        />
      )}
    </Dialog>
  );
}
