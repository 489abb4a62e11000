import type { OrderScope } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useNamedRecords } from '@/lib/api/namedRecords.ts';
import { scopeText } from './orderTexts.ts';

/** Maximum number of companies or locations to name. */
const MOST_NAMES = 50;
const NONE: readonly string[] = [];

/** Returns text that says where an order applies, with the names of its companies or locations. */
export function useScopeText(scope: OrderScope): string {
  const companyIds = scope.kind === 'companies' ? scope.companyIds : NONE;
  const locationIds = scope.kind === 'locations' ? scope.locationIds : NONE;
  const companies = useNamedRecords('companies', companyIds.slice(0, MOST_NAMES));
  const locations = useNamedRecords('locations', locationIds.slice(0, MOST_NAMES));
  const text = scopeText(shortened(scope), {
    company: (id) => companies.get(id)?.name ?? id,
    location: (id) => locations.get(id)?.name ?? id,
  });
  const left = Math.max(companyIds.length, locationIds.length) - MOST_NAMES;
  return left > 0 ? t`${text} and ${plural(left, { other: '# more' })}` : text;
}

function shortened(scope: OrderScope): OrderScope {
  if (scope.kind === 'companies')
    return { ...scope, companyIds: scope.companyIds.slice(0, MOST_NAMES) };
  if (scope.kind === 'locations')
    return { ...scope, locationIds: scope.locationIds.slice(0, MOST_NAMES) };
  return scope;
}
