import { type Registration, registration } from '@halyard/domain';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { BusyNote } from '@/components/BusyNote.tsx';
import { ContactFields, otherProblem, UsernameField } from '@/components/PersonFields.tsx';
import { Button } from '@/components/ui/button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { FormProblem } from '@/components/ui/form-problem.tsx';
import { Input } from '@/components/ui/input.tsx';
import { call, isRefusal, problemText } from '@/lib/api/api.ts';
import { useSignIn } from '@/lib/session/useSignIn.ts';

interface RegistrationFormProps {
  /** Of the link: a set-up or an invitation code. */
  code: string;
  /** The field of the code, for `useFormContext`, where it can be typed too. */
  codeField?: ReactNode;
  /** What a code that is not valid means here; by default the server's own words. */
  codeRefused?: string;
  submitLabel: string;
  /** Called before the new person is on screen: the page is left then. */
  onDone: () => void;
}

/** Makes the first account, or an invited one, and signs in. */
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
  }, 'Registration failed');
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
          label="Password"
          required
          hint="Must be at least 8 characters long"
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
