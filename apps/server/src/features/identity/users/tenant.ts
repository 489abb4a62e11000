import {
  isOperator,
  mayBeStaff,
  ROLE_FACTS,
  type Scope,
  type UserCreate,
  type UserUpdate,
  userTexts,
} from '@halyard/domain';
import { messageOf } from '@halyard/messages/language';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { companyOfLocation } from '../../fleet/locations.ts';

type Tenant = Pick<UserTable, 'company_id' | 'location_id'>;
type Present = Tenant & Pick<UserTable, 'role' | 'all_companies'>;

/**
 * Returns an account's company and location after a change. If there is a location, the company is
 * always that of the location (spec §5).
 */
export async function nextTenant(
  trx: Trx,
  ctx: Context,
  scope: Scope,
  present: Present,
  edits: UserUpdate & { role: UserTable['role'] },
): Promise<Tenant & Pick<UserTable, 'all_companies'>> {
  const { role, companyId, locationId } = edits;
  const allCompanies = edits.allCompanies ?? present.all_companies;
  if (edits.allCompanies !== undefined && allCompanies !== present.all_companies)
    refuseOperatorStaff(ctx, role, allCompanies);
  if (companyId != null) await requireCompany(trx, scope, companyId);
  if (ROLE_FACTS[role].belongsTo === 'nothing')
    return { company_id: null, location_id: null, all_companies: false };
  if (!mayBeStaff(role)) {
    const isKept = locationId === undefined && present.location_id !== null;
    const wanted = { role, companyId: companyId ?? present.company_id, locationId };
    const tenant = isKept
      ? { company_id: present.company_id, location_id: present.location_id }
      : await newTenant(trx, scope, wanted);
    return { ...tenant, all_companies: false };
  }
  // Operator staff belong to no company. Otherwise, other users of that company could set their
  // passwords.
  if (allCompanies) return { company_id: null, location_id: null, all_companies: true };
  if (locationId)
    return { ...(await tenantOfLocation(trx, scope, locationId)), all_companies: false };
  const mayMove = scope.kind === 'all' && companyId !== undefined;
  const company = mayMove ? companyId : present.company_id;
  const keepsLocation = locationId === undefined && company === present.company_id;
  return {
    company_id: company,
    location_id: keepsLocation ? present.location_id : null,
    all_companies: false,
  };
}

/**
 * Returns the company and location of an account that is not operator staff. The location may be
 * missing only if the role manages a whole company.
 * @throws AppError `invalid` if a required location is missing, `not-found` outside the caller's
 * scope
 */
export async function newTenant(
  trx: Trx,
  scope: Scope,
  { role, companyId, locationId }: Pick<UserCreate, 'role' | 'companyId' | 'locationId'>,
): Promise<Tenant> {
  const company = companyId ?? (scope.kind === 'company' ? scope.companyId : null);
  if (locationId || ROLE_FACTS[role].belongsTo !== 'company' || company === null)
    return tenantOfLocation(trx, scope, locationId);
  await requireCompany(trx, scope, company);
  return { company_id: company, location_id: null };
}

async function tenantOfLocation(
  trx: Trx,
  scope: Scope,
  locationId: string | null | undefined,
): Promise<{ company_id: string; location_id: string }> {
  if (!locationId) throw new AppError('invalid', messageOf(userTexts.locationRequired));
  const companyId = await companyOfLocation(trx, scope, locationId);
  return { company_id: companyId, location_id: locationId };
}

/** Rejects a role that the caller may not assign. */
export function requireAssignable(ctx: Context, role: UserTable['role']): void {
  if (isOperator(role)) requireScope(ctx, 'user.assignMaster');
}

/**
 * Checks that the caller may decide whether an account is operator staff (`allCompanies`). Only
 * masters may decide this, and only for employees, because no other role can be operator staff
 * (decisions, "Roles").
 * @throws AppError `forbidden`; `invalid` for operator staff with another role
 */
export function refuseOperatorStaff(
  ctx: Context,
  role: UserTable['role'],
  allCompanies: boolean,
): void {
  if (!allCompanies && !mayBeStaff(role)) return;
  requireScope(ctx, 'user.assignMaster');
  if (allCompanies && !mayBeStaff(role))
    throw new AppError('invalid', messageOf(userTexts.noStaff));
}
