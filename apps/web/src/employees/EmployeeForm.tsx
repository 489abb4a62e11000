import { DEFAULT_ROLE, type SessionUser, type User } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { ContactFields, otherProblem, UsernameField } from '@/components/PersonFields.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { type EmployeeValues, editedEmployee, newEmployee } from './employeeValues.ts';
import { MayMoveField, PlaceFields, RoleField } from './RoleFields.tsx';

interface EmployeeFormProps
  extends Pick<
    FormFrameProps<EmployeeValues, EmployeeValues>,
    'pending' | 'busy' | 'problem' | 'onSubmit' | 'onCancel'
  > {
  /** Content below the form's fields. */
  children?: ReactNode;
  user: SessionUser;
  /** The account to edit; omitted for a new account. */
  employee?: User;
  /** The company, if the form is on a company's page. The form then does not ask for a company. */
  companyId?: string | undefined;
}

/** The form for an account: name and contact, credentials, role, company and location. */
export function EmployeeForm(props: EmployeeFormProps) {
  const { user, employee, companyId, problem, children, ...frame } = props;
  const initial: EmployeeValues = {
    firstName: employee?.firstName ?? '',
    lastName: employee?.lastName ?? '',
    email: employee?.email ?? '',
    phone: employee?.phone ?? '',
    username: employee?.username ?? '',
    password: '',
    role: employee?.role ?? DEFAULT_ROLE,
    companyId: employee?.companyId ?? companyId ?? user.companyId ?? '',
    locationId: employee?.locationId ?? '',
    allCompanies: employee?.allCompanies ?? false,
    mayMovePoles: employee?.mayMovePoles ?? true,
  };
  const form = useZodForm(
    employee ? editedEmployee : newEmployee,
    initial,
    `employee ${employee?.id ?? ''}`,
  );
  const own = employee?.id === user.id;
  return (
    <FormFrame
      form={form}
      submitLabel={employee ? t`Save` : t`Add Employee`}
      problem={otherProblem(problem)}
      {...frame}
    >
      <ContactFields own={false} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <UsernameField own={false} problem={problem} />
        {own ? (
          <p className="self-end pb-1.5 text-[0.8125rem] text-muted-foreground">
            <Trans>
              Change your own password on{' '}
              <Link href="/profile" className="text-primary underline underline-offset-4">
                your profile
              </Link>
              .
            </Trans>
          </p>
        ) : (
          <FormField
            form={form}
            name="password"
            label={t`Password`}
            required={!employee}
            hint={employee ? t`Leave blank to keep the current password.` : undefined}
          >
            {(control) => <Input {...control} type="password" autoComplete="new-password" />}
          </FormField>
        )}
      </div>
      <RoleField user={user} employee={employee} />
      <MayMoveField />
      <PlaceFields companyId={companyId} />
      {children}
    </FormFrame>
  );
}
