import { type Registration, registration } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { BusyNote } from '@/components/BusyNote.tsx';
import { ContactFields, otherProblem, UsernameField } from '@/components/PersonFields.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call, isRefusal, problemText } from '@/lib/api/api.ts';
import { useSignIn } from '@/lib/session/useSignIn.ts';

interface RegistrationFormProps {
  /** The setup code or invitation code from the link. */
  code: string;
  /** A field for the setup code, if the user may type it. Uses `useFormContext`. */
  codeField?: ReactNode;
  /** The error to show if the code is invalid; by default the server's message. */
  codeRefused?: string;
  submitLabel: string;
  /** Called when registration has succeeded, before the new user becomes the current user. */
  onDone: () => void;
}

/** The form that creates the first account or an invited account, and then signs in. */
export function RegistrationForm({
  code,
  codeField,
  codeRefused,
  submitLabel,
  onDone,
}: RegistrationFormProps) {
  const form = useZodForm(registration, {
    code,
    username: '',
    password: '',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
  });
  const signIn = useSignIn(async (body: Registration, signal) => {
    const user = await call('register', { body, ...(signal && { signal }) });
    onDone();
    return user;
  }, t`Registration failed`);
  const submit = form.handleSubmit((body) => signIn.mutate(body));
  const { error } = signIn;
  const refused = codeRefused !== undefined && isRefusal(error) && error.status === 403;
  const problem = refused ? codeRefused : problemText(error);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={signIn.stop}
        className="grid gap-4"
      >
        {codeField}
        <ContactFields own />
        <UsernameField own problem={problem} />
        <FormField
          form={form}
          name="password"
          label={t`Password`}
          required
          hint={t`Must be at least 8 characters long`}
        >
          {(control) => <Input {...control} type="password" autoComplete="new-password" />}
        </FormField>
        <FormProblem text={otherProblem(problem)} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={signIn.isPending}
          className="mt-2 w-full"
        >
          {submitLabel}
        </Button>
        <BusyNote shown={signIn.isBusy} />
      </form>
    </FormProvider>
  );
}
