import {
  belongsTo,
  may,
  mayAssign,
  mayBeStaff,
  ROLE_FACTS,
  ROLES,
  type Role,
  type SessionUser,
  type User,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useFormContext, useWatch } from 'react-hook-form';
import { CompanyField } from '@/components/CompanyField.tsx';
import { NO_LOCATION_HERE } from '@/components/emptyChoice.ts';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { FormField } from '@/components/ui/form.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import type { EmployeeValues, InvitedValues } from './employeeValues.ts';

/**
 * Returns the roles that this user may assign. Leaves out roles that only invitations can give,
 * unless the account already has the role (decisions, "Roles").
 */
function rolesFor(user: SessionUser, employee: User | undefined): Role[] {
  return ROLES.filter((role) =>
    ROLE_FACTS[role].isInvitedOnly ? role === employee?.role : mayAssign(user, role),
  );
}

interface RoleFieldProps {
  user: SessionUser;
  employee: User | undefined;
}

/** The field for the role and, for masters, the switch that makes the account operator staff. */
export function RoleField({ user, employee }: RoleFieldProps) {
  const form = useFormContext<EmployeeValues>();
  const role = useWatch({ control: form.control, name: 'role' });
  const own = employee?.id === user.id;
  const options = rolesFor(user, employee).map((value) => ({
    value,
    label: ROLE_FACTS[value].label,
  }));
  return (
    <>
      <FormField
        form={form}
        name="role"
        label={t`Role`}
        required
        hint={own ? t`You cannot change your own role.` : undefined}
      >
        {({ onChange, ...control }) => (
          <Select {...control} options={options} disabled={own} onValueChange={onChange} />
        )}
      </FormField>
      {mayBeStaff(role) && may(user, 'user.assignMaster') && (
        <FormField
          form={form}
          name="allCompanies"
          label={t`Operator staff`}
          hint={t`Can see and control all companies’ flags. Doesn’t belong to a company.`}
        >
          {({ value, onChange, ...control }) => (
            <Switch {...control} checked={value} onCheckedChange={onChange} />
          )}
        </FormField>
      )}
    </>
  );
}

/**
 * A switch that makes the account view-only or lets it move poles. Appears only for roles that can
 * be view-only.
 */
export function MayMoveField() {
  const form = useFormContext<EmployeeValues>();
  const role = useWatch({ control: form.control, name: 'role' });
  if (!ROLE_FACTS[role].mayOnlyLook) return null;
  return (
    <FormField
      form={form}
      name="mayMovePoles"
      label={t`Can move poles`}
      hint={t`If this is off, the user can see flags but can’t move, hold or lock them.`}
    >
      {({ value, onChange, ...control }) => (
        <Switch {...control} checked={value} onCheckedChange={onChange} />
      )}
    </FormField>
  );
}

interface PlaceFieldsProps {
  /** The company, if the fields are on a company's page. The company field is then hidden. */
  companyId: string | undefined;
}

/** The option value for "no location". Not '', because option values must not be empty. */
const NO_LOCATION = '-';

/**
 * The fields for company and location. Hidden for roles that have neither a company nor a location.
 */
export function PlaceFields({ companyId: pageCompany }: PlaceFieldsProps) {
  const form = useFormContext<InvitedValues>();
  const [role, allCompanies, companyId] = useWatch({
    control: form.control,
    name: ['role', 'allCompanies', 'companyId'],
  });
  const none = useHasNoRecords('locations', { companyId }, companyId !== '');
  const belonging = belongsTo({ role, allCompanies });
  if (belonging === 'nothing') return null;
  const optional = belonging === 'company';
  return (
    <>
      {pageCompany === undefined && (
        <CompanyField onChosen={() => form.setValue('locationId', '')} />
      )}
      <FormField
        form={form}
        name="locationId"
        label={optional ? <Optional>{t`Location`}</Optional> : t`Location`}
        required={!optional}
        hint={none ? NO_LOCATION_HERE : undefined}
      >
        {({ onChange, value, ...control }) => (
          <RecordSelect
            {...control}
            kind="locations"
            companyId={companyId}
            value={optional && companyId !== '' ? value || NO_LOCATION : value}
            {...(optional && { fixed: [{ value: NO_LOCATION, label: t`No location` }] })}
            placeholder={companyId === '' ? t`Select a company first` : t`Select a location`}
            disabled={companyId === '' || none}
            onValueChange={(next) => onChange(next === NO_LOCATION ? '' : next)}
          />
        )}
      </FormField>
    </>
  );
}
