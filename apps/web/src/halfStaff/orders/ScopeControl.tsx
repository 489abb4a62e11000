import { isOperator, type OrderScope, type SessionUser, US_STATES } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { NO_COMPANY, NO_LOCATION } from '@/components/emptyChoice.ts';
import type { FieldControlProps } from '@/components/ui/Field.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { companiesQuery, locationsQuery } from '@/lib/api/query.ts';
import { emptyScope } from '../data/emptyScope.ts';
import { ScopeCheckList } from './ScopeCheckList.tsx';

interface ScopeControlProps extends FieldControlProps {
  ref?: Ref<HTMLButtonElement>;
  user: SessionUser;
  value: OrderScope;
  onChange: (scope: OrderScope) => void;
}

const STATES = US_STATES.map(([value, label]) => ({ value, label }));
const EVERY_KIND = [
  { value: 'all', label: t`All poles` },
  { value: 'states', label: t`States` },
  { value: 'companies', label: t`Companies` },
  { value: 'locations', label: t`Locations` },
];
/** The kinds of scope for a company, which can issue orders only for its own poles. */
const OWN_KINDS = [
  { value: 'companies', label: t`The whole company` },
  { value: 'locations', label: t`Locations` },
];

/** Chooses the poles that an order applies to. */
export function ScopeControl({ user, value, onChange, ...control }: ScopeControlProps) {
  const isOwn = !isOperator(user.role);
  const companies = useQuery({ ...companiesQuery(), enabled: !isOwn });
  const locations = useQuery(locationsQuery(user));
  return (
    <div className="grid grid-cols-1 gap-2">
      <Select
        {...control}
        value={value.kind}
        options={isOwn ? OWN_KINDS : EVERY_KIND}
        placeholder={t`Choose`}
        onValueChange={(kind) => onChange(emptyScope(kind, user))}
      />
      {value.kind === 'states' && (
        <ScopeCheckList
          label={t`States`}
          searchLabel={t`Search states…`}
          options={STATES}
          value={value.states}
          onChange={(states) => onChange({ kind: 'states', states })}
        />
      )}
      {value.kind === 'companies' && !isOwn && (
        <ScopeCheckList
          label={t`Companies`}
          searchLabel={t`Search companies...`}
          {...(companies.isSuccess && { emptyText: NO_COMPANY })}
          options={(companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={value.companyIds}
          onChange={(companyIds) => onChange({ kind: 'companies', companyIds })}
        />
      )}
      {value.kind === 'locations' && (
        <ScopeCheckList
          label={t`Locations`}
          searchLabel={t`Search locations...`}
          {...(locations.isSuccess && { emptyText: NO_LOCATION })}
          options={(locations.data ?? []).map(({ id, name, company }) => ({
            value: id,
            label: isOwn ? name : `${name}, ${company}`,
          }))}
          value={value.locationIds}
          onChange={(locationIds) => onChange({ kind: 'locations', locationIds })}
        />
      )}
    </div>
  );
}
