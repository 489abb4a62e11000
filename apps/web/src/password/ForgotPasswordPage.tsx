import { FORGOT_PASSWORD_FAILED, forgotPassword } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { BusyNote } from '@/components/BusyNote.tsx';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useBusyAction } from '@/lib/forms/useBusyAction.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/** How long the success message is shown before the redirect, in milliseconds (spec §9). */
const REDIRECT_MS = 2000;

export default function ForgotPasswordPage() {
  useNoIndex();
  useDocumentTitle(t`Forgot password`);
  const [, navigate] = useLocation();
  const form = useZodForm(forgotPassword, { username: '' });
  const send = useBusyAction({
    mutationFn: (body: { username: string }) => call('forgotPassword', { body }),
    onSuccess: () =>
      toast({
        title: t`Password sent`,
        description: t`Your password has been sent to your email address.`,
      }),
    onError: (error) => toastFailure(serverMessage(error, FORGOT_PASSWORD_FAILED), error),
  });
  const { isSuccess } = send;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => navigate('/'), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);
  const submit = form.handleSubmit((body) => send.mutate(body));

  return (
    <PublicPage title={t`Forgot password`}>
      <p className="-mt-3 text-muted-foreground">
        <Trans>
          We’ll email a temporary password to your account’s email address. Sign in with it to
          choose a new one.
        </Trans>
      </p>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={send.stop}
        className="grid gap-4"
      >
        <FormField form={form} name="username" label={t`Username`} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              className="mouse:h-10"
            />
          )}
        </FormField>
        <Button
          type="submit"
          actsOnce
          variant="primary"
          size="lg"
          pending={send.isPending}
          disabled={isSuccess}
          className="mt-2 w-full"
        >
          {send.isPending ? t`Sending...` : t`Send Password`}
        </Button>
        <BusyNote shown={send.isBusy} />
        <Button asChild variant="ghost" size="lg" className="w-full">
          <Link href="/">
            <Trans>Back to Login</Trans>
          </Link>
        </Button>
      </form>
    </PublicPage>
  );
}
