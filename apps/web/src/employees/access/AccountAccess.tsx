import type { User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { problemText } from '@/lib/api/api.ts';
import { exact } from '@/lib/moments.ts';
import { AccessRow } from './AccessRow.tsx';
import {
  useRemoveSecondFactor,
  useRestoreUser,
  useSignOutUser,
  useSuspendUser,
} from './useAccountAccess.ts';

/** Shows, below the fields in another user's dialog, whether that user's account may sign in. */
export function AccountAccess({ employee }: { employee: User }) {
  return (
    <section aria-label={t`Access`} className="grid grid-cols-1 gap-3 border-t border-border pt-4">
      <h3 className="text-[0.8125rem] font-medium">
        <Trans>Access</Trans>
      </h3>
      <Suspension employee={employee} />
      <Sessions employee={employee} />
      <SecondFactor employee={employee} />
    </section>
  );
}

function Sessions({ employee }: { employee: User }) {
  const signOut = useSignOutUser(employee);
  return (
    <AccessRow
      text={t`Signs the user out on all devices and revokes their API tokens.`}
      action={
        <Button pending={signOut.isPending} onClick={() => signOut.mutate()}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      }
    />
  );
}

/**
 * Turns off two-factor authentication for a user who has lost the second factor. Offers no action
 * if two-factor authentication is off.
 */
function SecondFactor({ employee }: { employee: User }) {
  const [{ secondFactor }, setChanged] = useState(employee);
  const [asking, setAsking] = useState(false);
  const remove = useRemoveSecondFactor(employee, (changed) => {
    setAsking(false);
    setChanged(changed);
  });
  const close = () => {
    remove.reset();
    setAsking(false);
  };
  return (
    <>
      {secondFactor && (
        <AccessRow
          text={t`Two-factor authentication is on.`}
          action={
            <Button onClick={() => setAsking(true)}>
              <Trans>Turn off two-factor authentication</Trans>
            </Button>
          }
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => !next && close()}
        title={t`Turn off two-factor authentication`}
        description={t`${{ name: employee.name }} will need only a password. Verify their identity first.`}
        confirmLabel={t`Remove`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <FormProblem text={problemText(remove.error)} />
      </ConfirmDialog>
    </>
  );
}

function Suspension({ employee }: { employee: User }) {
  // The dialog still shows the account as it was when the dialog opened.
  const [{ suspendedAt }, setChanged] = useState(employee);
  const [asking, setAsking] = useState(false);
  const suspend = useSuspendUser(employee, (suspended) => {
    setAsking(false);
    setChanged(suspended);
  });
  const restore = useRestoreUser(employee, setChanged);
  const close = () => {
    suspend.reset();
    setAsking(false);
  };
  return (
    <>
      {suspendedAt === null ? (
        <AccessRow
          text={t`Account is active.`}
          action={
            <Button onClick={() => setAsking(true)}>
              <Trans>Suspend account</Trans>
            </Button>
          }
        />
      ) : (
        <AccessRow
          text={t`Suspended since ${{ time: exact(suspendedAt) }}.`}
          action={
            <Button pending={restore.isPending} onClick={() => restore.mutate()}>
              <Trans>Restore account</Trans>
            </Button>
          }
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => !next && close()}
        title={t`Suspend account`}
        description={t`"${{ name: employee.name }}" will be signed out everywhere immediately and cannot sign in until someone restores the account. Poles will keep working.`}
        confirmLabel={t`Suspend`}
        destructive
        pending={suspend.isPending}
        onConfirm={() => suspend.mutate()}
      >
        <FormProblem text={problemText(suspend.error)} />
      </ConfirmDialog>
    </>
  );
}
