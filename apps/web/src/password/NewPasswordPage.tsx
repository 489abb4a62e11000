import { passwordChoice } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { z } from 'zod';
import { BusyNote } from '@/components/BusyNote.tsx';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { call, errorMessage } from '@/lib/api/api.ts';
import { useBusyAction } from '@/lib/forms/useBusyAction.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { notifyOtherTabs } from '@/lib/session/otherTabs.ts';
import { useLogout } from '@/lib/session/useLogout.ts';
import { refusingMismatch } from './matching.ts';

const schema = refusingMismatch(passwordChoice.extend({ confirmPassword: z.string() }));

/** Asks for a new password after a sign-in with a temporary one. No other page opens until then. */
export default function NewPasswordPage() {
  useNoIndex();
  useDocumentTitle(t`New password`);
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery());
  const logout = useLogout();
  const form = useZodForm(schema, { newPassword: '', confirmPassword: '' });
  const save = useBusyAction({
    mutationFn: (newPassword: string, signal) =>
      call('setPassword', { body: { newPassword }, ...(signal && { signal }) }),
    onSuccess: (next) => {
      setCurrentUser(client, next);
      notifyOtherTabs();
      toast({
        title: t`Password updated`,
        description: t`Your password has been changed successfully.`,
      });
    },
    onError: (error) => toastError(errorMessage(error)),
  });
  if (user === undefined) return <FullScreenSpinner />;
  if (!user?.temporary) return <Redirect to="/" replace />;
  const submit = form.handleSubmit(({ newPassword }) => save.mutate(newPassword));

  return (
    <PublicPage title={t`New password`}>
      <p className="-mt-3 text-muted-foreground">
        <Trans>You signed in with a temporary password. Choose a new one to continue.</Trans>
      </p>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={save.stop}
        className="grid gap-4"
      >
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <FormField
          form={form}
          name="newPassword"
          label={t`New password`}
          required
          hint={t`Must be at least 8 characters long`}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              className="mouse:h-10"
            />
          )}
        </FormField>
        <FormField form={form} name="confirmPassword" label={t`Confirm new password`} required>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              className="mouse:h-10"
            />
          )}
        </FormField>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={save.isPending}
          className="mt-2 w-full"
        >
          <Trans>Set password</Trans>
        </Button>
        <BusyNote shown={save.isBusy} />
        <Button
          variant="ghost"
          size="lg"
          pending={logout.isPending}
          className="w-full"
          onClick={() => logout.mutate()}
        >
          <Trans>Logout</Trans>
        </Button>
      </form>
    </PublicPage>
  );
}
