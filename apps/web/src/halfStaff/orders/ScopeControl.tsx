import { isOperator, type OrderScope, type SessionUser, US_STATES } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { NO_COMPANY, NO_LOCATION } from '@/components/emptyChoice.ts';
import type { FieldControlProps } from '@/components/ui/Field.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { emptyScope } from '../data/emptyScope.ts';
import { RecordCheckList } from './RecordCheckList.tsx';
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
/** The kinds of scope that a company may choose. */
const OWN_KINDS = [
  { value: 'companies', label: t`Entire company` },
  { value: 'locations', label: t`Locations` },
];

/** Lets the user choose the poles that an order applies to. */
export function ScopeControl({ user, value, onChange, ...control }: ScopeControlProps) {
  const isOwn = !isOperator(user.role);
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
        <RecordCheckList
          kind="companies"
          label={t`Companies`}
          searchLabel={t`Search companies...`}
          emptyText={NO_COMPANY}
          value={value.companyIds}
          onChange={(companyIds) => onChange({ kind: 'companies', companyIds })}
        />
      )}
      {value.kind === 'locations' && (
        <RecordCheckList
          kind="locations"
          label={t`Locations`}
          searchLabel={t`Search locations...`}
          emptyText={NO_LOCATION}
          withCompany={!isOwn}
          value={value.locationIds}
          onChange={(locationIds) => onChange({ kind: 'locations', locationIds })}
        />
      )}
    </div>
  );
}
