import { type Flag, lockRequest } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { ApiError, errorMessage } from '@/lib/api/api.ts';
import { useLockFlag } from './useLockout.ts';

/** Asks for the reason for a lock. The parent removes the form once the lock is in effect. */
export function LockForm({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const lock = useLockFlag(flag);
  const form = useZodForm(lockRequest, { reason: '' });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const submit = form.handleSubmit(({ reason }) => lock.mutate(reason));
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Edited when={form.formState.isDirty} />
      <FormField
        form={form}
        name="reason"
        label={t`Reason for the lock`}
        required
        hint={t`The pole won’t move until you release the lock. Anyone who can see the flag can read this reason.`}
      >
        {(control) => <Input {...control} autoComplete="off" maxLength={200} />}
      </FormField>
      <FormProblem text={problemOf(lock.error)} />
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" type="submit" pending={lock.isPending}>
          <Trans>Lock flag</Trans>
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns the server's error text, which says whether the lock is in effect. Null if there is no
 * error.
 */
function problemOf(error: unknown): string | null {
  if (error === null) return null;
  return error instanceof ApiError ? error.text : errorMessage(error);
}
