import { type Flag, lockRequest } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { toast } from '@/lib/page/toast.ts';
import { type LockFailure, lockMany } from './lockMany.ts';

interface LockSelectedDialogProps {
  /** The flags to lock, all of which are still unlocked. Null while the dialog is closed. */
  flags: readonly Flag[] | null;
  onClose: () => void;
}

/** Asks for the reason, and locks the selected flags. */
export default function LockSelectedDialog({ flags, onClose }: LockSelectedDialogProps) {
  return (
    <Dialog
      open={flags !== null}
      onOpenChange={(open) => !open && onClose()}
      title={flags ? lockText(flags.length) : ''}
    >
      {flags && <LockSelectedForm flags={flags} onClose={onClose} />}
    </Dialog>
  );
}

const lockText = (count: number): string =>
  plural(count, { one: 'Lock # flag', other: 'Lock # flags' });

function LockSelectedForm({ flags, onClose }: { flags: readonly Flag[]; onClose: () => void }) {
  const count = flags.length;
  const form = useZodForm(lockRequest, { reason: '' });
  const [isRunning, setRunning] = useState(false);
  const [failures, setFailures] = useState<readonly LockFailure[]>([]);
  const submit = form.handleSubmit(async ({ reason }) => {
    setRunning(true);
    // A second attempt after a failure skips the flags that were locked by the first.
    const rest = failures.length > 0 ? failures.map(({ flag }) => flag) : flags;
    const failed = await lockMany(rest, reason);
    setRunning(false);
    setFailures(failed);
    if (failed.length > 0) return;
    toast({
      title: plural(count, { one: '# flag locked', other: '# flags locked' }),
      description: t`No commands will be sent to the poles until you release the locks.`,
    });
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Edited when={form.formState.isDirty} />
      <DialogBody>
        <FormField
          form={form}
          name="reason"
          label={t`Reason for the lock`}
          required
          hint={t`The poles won’t move until you release the locks. Anyone who can see the flags can read this reason.`}
        >
          {(control) => <Input {...control} autoComplete="off" maxLength={200} />}
        </FormField>
        <FormProblem
          text={
            failures.length === 0
              ? null
              : failures.map(({ flag, problem }) => `${flag.name}: ${problem}`).join('\n')
          }
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" type="submit" pending={isRunning}>
          {failures.length > 0 ? t`Try again` : lockText(count)}
        </Button>
      </DialogFooter>
    </form>
  );
}
