import { type PasswordChange, passwordChange } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { z } from 'zod';
import { BusyNote } from '@/components/BusyNote.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useBusyAction } from '@/lib/forms/useBusyAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { PASSWORD_PARAM } from '@/lib/paths.ts';
import { refusingMismatch } from '@/password/matching.ts';

const schema = refusingMismatch(
  passwordChange.extend({
    confirmPassword: z.string().min(1, t`Please type the new password again`),
  }),
);
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * A form that lets users change their own password. It clears its fields after a change (spec §4).
 */
export function ChangePassword({ username }: { username: string }) {
  const form = useZodForm(schema, EMPTY);
  const { setFocus } = form;
  const [params, setParams] = useSearchParams();
  const isAskedFor = params.has(PASSWORD_PARAM);
  useEffect(() => {
    if (!isAskedFor) return;
    setFocus('currentPassword');
    setParams(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete(PASSWORD_PARAM);
        return rest;
      },
      { replace: true },
    );
  }, [isAskedFor, setFocus, setParams]);
  const save = useBusyAction({
    mutationFn: (body: PasswordChange, signal) =>
      call('changePassword', { body, ...(signal && { signal }) }),
    onSuccess: () => {
      form.reset(EMPTY);
      toast({
        title: t`Password updated`,
        description: t`Your password has been changed successfully.`,
      });
    },
    onError: (error) => toastFailure(serverMessage(error, t`Failed to update password.`), error),
  });
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    save.mutate({ currentPassword, newPassword }),
  );

  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Change Password</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          onChange={save.stop}
          className="grid gap-4"
        >
          <input type="text" hidden readOnly autoComplete="username" value={username} />
          <FormField form={form} name="currentPassword" label={t`Current password`} required>
            {(control) => <Input {...control} type="password" autoComplete="current-password" />}
          </FormField>
          <FormField
            form={form}
            name="newPassword"
            label={t`New password`}
            required
            hint={t`Must be at least 8 characters long`}
          >
            {(control) => <Input {...control} type="password" autoComplete="new-password" />}
          </FormField>
          <FormField form={form} name="confirmPassword" label={t`Confirm new password`} required>
            {(control) => <Input {...control} type="password" autoComplete="new-password" />}
          </FormField>
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            className="justify-self-start"
          >
            <Trans>Update password</Trans>
          </Button>
          <BusyNote shown={save.isBusy} />
        </form>
      </CardContent>
    </Card>
  );
}
