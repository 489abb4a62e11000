import { type Registration, registration } from '@halyard/domain';
import { Button } from '@/components/ui/button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/input.tsx';
import { call } from '@/lib/api.ts';
import { useSignIn } from '@/lib/useSignIn.ts';

interface SetupFormProps {
  code: string;
  onDone: () => void;
}

export function SetupForm({ code, onDone }: SetupFormProps) {
  const form = useZodForm(registration, {
    code,
    username: '',
    password: '',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
  });
  const signIn = useSignIn(async (body: Registration) => {
    const user = await call('register', { body });
    // Here, not in a callback of the mutation: the page is left as soon as somebody is signed in.
    onDone();
    return user;
  }, 'Registration failed');
  const submit = form.handleSubmit((body) => signIn.mutate(body));

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FormField
        form={form}
        name="code"
        label="Set-up code"
        required
        hint="In the one-time link that the server printed at its start."
      >
        {(control) => (
          <Input {...control} autoComplete="off" spellCheck={false} className="font-mono" />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="firstName" label="First name" required>
          {(control) => <Input {...control} autoComplete="given-name" />}
        </FormField>
        <FormField form={form} name="lastName" label="Last name" required>
          {(control) => <Input {...control} autoComplete="family-name" />}
        </FormField>
      </div>
      <FormField form={form} name="email" label="Email" required>
        {(control) => <Input {...control} type="email" autoComplete="email" />}
      </FormField>
      <FormField form={form} name="phone" label="Phone" required>
        {(control) => <Input {...control} type="tel" autoComplete="tel" />}
      </FormField>
      <FormField form={form} name="username" label="Username" required>
        {(control) => (
          <Input {...control} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        )}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Password"
        required
        hint="Must be at least 8 characters long"
      >
        {(control) => <Input {...control} type="password" autoComplete="new-password" />}
      </FormField>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={signIn.isPending}
        className="mt-2 w-full"
      >
        Create master
      </Button>
    </form>
  );
}
