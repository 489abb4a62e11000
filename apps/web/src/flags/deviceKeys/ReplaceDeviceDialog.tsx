import type { Flag, FlagCreated } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { errorMessage, isRefusal } from '@/lib/api/api.ts';
import { useReplaceDevice } from './useDeviceKeys.ts';

interface ReplaceDeviceDialogProps {
  flag: Flag;
  open: boolean;
  onReplaced: (replaced: FlagCreated) => void;
  onClose: () => void;
}

/**
 * Replaces a broken controller, after asking for the new controller's flag ID. The flag stays; its
 * old keys are revoked.
 */
export function ReplaceDeviceDialog({ flag, open, onReplaced, onClose }: ReplaceDeviceDialogProps) {
  const { name } = flag;
  const [flagId, setFlagId] = useState(flag.flagId);
  const replace = useReplaceDevice(flag, onReplaced);
  const { error } = replace;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Replace device`}
      description={t`${name} keeps its history, lock and holds. The old device can no longer connect. You’ll get a key for the new device.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree, this form is inside the flag's form, but in the DOM it is not.
          event.stopPropagation();
          replace.mutate(flagId.trim());
        }}
      >
        <Edited when={flagId !== flag.flagId} />
        <DialogBody>
          <Field
            label={t`Flag ID of the new device`}
            hint={t`Leave unchanged if the new device uses the same ID.`}
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                value={flagId}
                maxLength={64}
                onChange={({ target }) => setFlagId(target.value)}
              />
            )}
          </Field>
          <FormProblem text={error && (isRefusal(error) ? error.text : errorMessage(error))} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="destructive" type="submit" pending={replace.isPending}>
            <Trans>Replace device</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
