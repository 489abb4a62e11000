import type { AppConfig, Credentials } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { BusyNote } from '@/components/BusyNote.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call } from '@/lib/api/api.ts';
import { useSignIn } from '@/lib/session/useSignIn.ts';
import { DemoSignIns } from './DemoSignIns.tsx';

const LABELS = { username: t`Username`, password: t`Password` };
/** The error texts of the sign-in form. A test checks that they match the API contract. */
const MISSING = { username: t`Username is required`, password: t`Password is required` };

interface LoginFormProps {
  demo: AppConfig['demo'];
  /** Called when the user edits the form. */
  onEdit: () => void;
  /** Called if the password is right but a second-factor code is required. */
  onSecondFactorAsked: () => void;
}

/** The sign-in form. It uses no form library, so that the page loads fast. */
export function LoginForm({ demo, onEdit, onSecondFactorAsked }: LoginFormProps) {
  const [values, setValues] = useState<Credentials>({ username: '', password: '' });
  const [tried, setTried] = useState(false);
  const signIn = useSignIn(
    (body: Credentials, signal) => call('login', { body, ...(signal && { signal }) }),
    t`Login failed`,
    onSecondFactorAsked,
  );

  const missing = (name: keyof Credentials) =>
    tried && values[name].trim() === '' ? MISSING[name] : undefined;
  /** Changes a field, and stops an attempt to sign in with the old values. */
  const edit = (edited: Partial<Credentials>) => {
    onEdit();
    signIn.stop();
    setValues((current) => ({ ...current, ...edited }));
  };
  const set = (name: keyof Credentials) => (event: { target: { value: string } }) =>
    edit({ [name]: event.target.value });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const empty = (['username', 'password'] as const).find((name) => values[name].trim() === '');
    if (!empty) return signIn.mutate(values);
    const control = event.currentTarget.elements.namedItem(empty);
    if (control instanceof HTMLElement) control.focus();
  };

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={LABELS.username} required error={missing('username')}>
          {(control) => (
            <Input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={values.username}
              onChange={set('username')}
              className="mouse:h-10"
            />
          )}
        </Field>
        <Field
          label={LABELS.password}
          required
          error={missing('password')}
          action={
            <Link
              href="/forgot-password"
              className="rounded-sm text-[0.8125rem] text-muted-foreground underline-offset-4 hover:text-foreground hover:underline touch:touch-target"
            >
              <Trans>Forgot Password?</Trans>
            </Link>
          }
        >
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="current-password"
              value={values.password}
              onChange={set('password')}
              className="mouse:h-10"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={signIn.isPending}
          className="mt-2 w-full"
        >
          {signIn.isPending ? t`Logging in...` : t({ message: 'Login', context: 'verb' })}
        </Button>
        <BusyNote shown={signIn.isBusy} />
      </form>
      {demo && <DemoSignIns demo={demo} onChoose={edit} />}
    </>
  );
}
