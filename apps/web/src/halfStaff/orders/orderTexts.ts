import { type OrderKind, type OrderScope, stateName } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { isForOthers } from '../data/halfStaffQueries.ts';

export const KIND_LABELS: Record<OrderKind, string> = {
  half: t`Half-staff`,
  full: t`Full-staff exception`,
};

/** Maps the IDs in a scope to names. An ID without a name is shown as it is. */
export interface ScopeNames {
  company: (id: string) => string;
  location: (id: string) => string;
}

export function scopeText(scope: OrderScope, names: ScopeNames): string {
  if (isForOthers(scope)) return t`Other companies’ poles`;
  switch (scope.kind) {
    case 'all':
      return t`All poles`;
    case 'states':
      return scope.states.map((code) => stateName(code) ?? code).join(', ');
    case 'companies':
      return scope.companyIds.map(names.company).join(', ');
    case 'locations':
      return scope.locationIds.map(names.location).join(', ');
  }
}
