import { USERNAME_TAKEN } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormField } from './ui/form.tsx';
import { Input } from './ui/Input.tsx';

interface PersonFieldsProps {
  /**
   * Whether users edit their own account in this form. If so, the browser may autofill the fields.
   */
  own: boolean;
}

interface ContactInput {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** The fields for the name, email address and phone number of a user. */
export function ContactFields({ own }: PersonFieldsProps) {
  const form = useFormContext<ContactInput>();
  const filled = (token: string) => (own ? token : 'off');
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField form={form} name="firstName" label={t`First name`} required>
          {(control) => <Input {...control} autoComplete={filled('given-name')} />}
        </FormField>
        <FormField form={form} name="lastName" label={t`Last name`} required>
          {(control) => <Input {...control} autoComplete={filled('family-name')} />}
        </FormField>
      </div>
      <FormField form={form} name="email" label={t`Email`} required>
        {(control) => <Input {...control} type="email" autoComplete={filled('email')} />}
      </FormField>
      <FormField form={form} name="phone" label={t`Phone`} required>
        {(control) => (
          <Input {...control} type="tel" autoComplete={filled('tel')} className="tabular-nums" />
        )}
      </FormField>
    </>
  );
}

interface UsernameFieldProps extends PersonFieldsProps {
  /**
   * The server's error for the last attempt to save. An error about the username appears at the
   * username field.
   */
  problem: string | null;
}

export function UsernameField({ own, problem }: UsernameFieldProps) {
  const form = useFormContext<{ username: string }>();
  const { setError } = form;
  useEffect(() => {
    if (problem === USERNAME_TAKEN)
      setError('username', { message: problem }, { shouldFocus: true });
  }, [problem, setError]);
  return (
    <FormField form={form} name="username" label={t`Username`} required>
      {(control) => (
        <Input
          {...control}
          autoComplete={own ? 'username' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FormField>
  );
}

/** Returns the error to show for the whole form; null if the username field already shows it. */
export const otherProblem = (problem: string | null) =>
  problem === USERNAME_TAKEN ? null : problem;
