import { CODE_REQUIRED } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { BusyNote } from '@/components/BusyNote.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call } from '@/lib/api/api.ts';
import { useSignIn } from '@/lib/session/useSignIn.ts';

/** The second step of a sign-in, which asks for a code from the app or a recovery code. */
export default function SecondFactorForm({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const signIn = useSignIn(
    (typed: string) => call('finishSignIn', { body: { code: typed } }),
    t`Login failed`,
  );
  const isMissing = code.trim() === '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) signIn.mutate(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t`Code`}
        required
        error={tried && isMissing ? CODE_REQUIRED : undefined}
        hint={t`Enter the 6-digit code from your authenticator app, or a recovery code.`}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => {
              signIn.stop();
              setCode(event.target.value);
            }}
            className="font-mono mouse:h-10"
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
      <Button variant="ghost" size="lg" className="w-full" onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </form>
  );
}
