import type { AppConfig } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call, errorMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastError } from '@/lib/page/toast.ts';
import { problemOf } from './providerProblems.ts';

interface ProviderSignInProps {
  ways: AppConfig['signIn'] | undefined;
  /** The error code in the URL. Anyone can forge it. */
  problem: string | null;
}

/** Shows the buttons for single sign-on and, after a failed attempt, the error. */
export default function ProviderSignIn({ ways, problem }: ProviderSignInProps) {
  const text = problemOf(problem);
  const start = useAction({
    mutationFn: (email?: string) =>
      call('startProviderSignIn', { body: email === undefined ? {} : { email } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastError(errorMessage(error), t`Login failed`),
  });
  return (
    <div className="grid gap-4 border-b border-border pb-6 empty:hidden">
      {text && (
        <p
          role="alert"
          className="rounded-md border border-bad/30 bg-bad-soft px-3 py-2 text-[0.8125rem] text-bad"
        >
          {text}
        </p>
      )}
      {ways?.system && (
        <Button
          size="lg"
          className="w-full"
          pending={start.isPending}
          onClick={() => start.mutate(undefined)}
        >
          {t`Continue with ${{ provider: ways.system }}`}
        </Button>
      )}
      {ways?.companies && (
        <CompanySignIn pending={start.isPending} onSubmit={(email) => start.mutate(email)} />
      )}
    </div>
  );
}

/** Asks for the user's email address, which determines the company's single sign-on provider. */
function CompanySignIn(props: { pending: boolean; onSubmit: (email: string) => void }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  if (!open)
    return (
      <Button size="lg" className="w-full" onClick={() => setOpen(true)}>
        <Trans>Continue with single sign-on</Trans>
      </Button>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (email.trim() !== '') props.onSubmit(email);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t`Work email`} required>
        {(control) => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="mouse:h-10"
          />
        )}
      </Field>
      <Button type="submit" size="lg" className="w-full" pending={props.pending}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
