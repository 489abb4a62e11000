import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';

/** Shows a new token's secret, inside a dialog. */
export function SecretShown({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <>
      <DialogBody>
        <Copyable label={t`Token`} value={secret} />
        <p className="text-xs text-muted-foreground">
          <Trans>Copy the token now; you won’t see it again.</Trans>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" actsOnce onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
