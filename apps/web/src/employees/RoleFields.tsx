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
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { CompanyField } from '@/components/CompanyField.tsx';
import { NO_LOCATION_HERE } from '@/components/emptyChoice.ts';
import { FormField } from '@/components/ui/form.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { companyLocationsQuery, locationsQuery } from '@/lib/api/query.ts';
import type { EmployeeValues, InvitedValues } from './employeeValues.ts';

/**
 * The roles that this user may assign. Accounts keep a role that no form assigns (decisions,
 * "Roles").
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

/** The role, and for masters the switch that makes the account operator staff. */
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
        label="Role"
        required
        hint={own ? 'You cannot change your own role.' : undefined}
      >
        {({ onChange, ...control }) => (
          <Select {...control} options={options} disabled={own} onValueChange={onChange} />
        )}
      </FormField>
      {mayBeStaff(role) && may(user, 'user.assignMaster') && (
        <FormField
          form={form}
          name="allCompanies"
          label="Operator staff"
          hint="Sees and switches the flags of every company, and belongs to none."
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
 * Whether the account may move poles or only view them. Appears only for roles that can be
 * view-only.
 */
export function MayMoveField() {
  const form = useFormContext<EmployeeValues>();
  const role = useWatch({ control: form.control, name: 'role' });
  if (!ROLE_FACTS[role].mayOnlyLook) return null;
  return (
    <FormField
      form={form}
      name="mayMovePoles"
      label="Can move poles"
      hint="Off: sees flags, but cannot switch, hold or lock them."
    >
      {({ value, onChange, ...control }) => (
        <Switch {...control} checked={value} onCheckedChange={onChange} />
      )}
    </FormField>
  );
}

interface PlaceFieldsProps {
  user: SessionUser;
  /** The company on whose page the form appears. */
  companyId: string | undefined;
}

/** The value of "no location", because a select cannot have an empty value. */
const NO_LOCATION = '-';

/** Company and location. Hidden for roles that belong to neither. */
export function PlaceFields({ user, companyId: pageCompany }: PlaceFieldsProps) {
  const form = useFormContext<InvitedValues>();
  const [role, allCompanies, companyId] = useWatch({
    control: form.control,
    name: ['role', 'allCompanies', 'companyId'],
  });
  const locations = useQuery(
    pageCompany === undefined ? locationsQuery(user) : companyLocationsQuery(pageCompany),
  );
  const belonging = belongsTo({ role, allCompanies });
  if (belonging === 'nothing') return null;
  const options = (locations.data ?? [])
    .filter((location) => location.companyId === companyId)
    .map(({ id, name }) => ({ value: id, label: name }));
  const optional = belonging === 'company';
  const none = companyId !== '' && locations.data !== undefined && options.length === 0;
  return (
    <>
      {pageCompany === undefined && (
        <CompanyField onChosen={() => form.setValue('locationId', '')} />
      )}
      <FormField
        form={form}
        name="locationId"
        label={optional ? <Optional>Location</Optional> : 'Location'}
        required={!optional}
        hint={none ? NO_LOCATION_HERE : undefined}
      >
        {({ onChange, value, ...control }) => (
          <Select
            {...control}
            value={optional && companyId !== '' ? value || NO_LOCATION : value}
            options={
              optional ? [{ value: NO_LOCATION, label: 'No location' }, ...options] : options
            }
            placeholder={companyId === '' ? 'Select a company first' : 'Select a location'}
            disabled={companyId === '' || none}
            onValueChange={(next) => onChange(next === NO_LOCATION ? '' : next)}
          />
        )}
      </FormField>
    </>
  );
}
