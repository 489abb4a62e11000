import type { Company, Scope } from '@halyard/domain';
import { sql } from 'kysely';
import { locksRows } from '../../platform/database/database.ts';
import { within } from '../../platform/database/scope.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { companyNotFound } from './errors.ts';

const COLUMNS = { company: 'companies.id', location: 'companies.id' };

function selectCompanies(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('companies')
    .select([
      'companies.id',
      'companies.name',
      'companies.address1',
      'companies.address2',
      'companies.city',
      'companies.state',
      'companies.zip',
      'companies.phone',
      'companies.description',
      'companies.auto_half_mast as autoHalfMast',
      'companies.two_approvals as twoApprovals',
      sql<number>`(select count(*) from locations where locations.company_id = companies.id)`.as(
        'locations',
      ),
      sql<number>`(select count(*) from flags where flags.company_id = companies.id)`.as('flags'),
      sql<number>`(select count(*) from users where users.company_id = companies.id)`.as('users'),
    ])
    .where(within(scope, COLUMNS));
}

/** Returns the companies that the caller may see, with their counts, sorted by name. */
export function findCompanies(queries: Queries, scope: Scope): Promise<Company[]> {
  return selectCompanies(queries, scope)
    .orderBy('companies.name')
    .orderBy('companies.id')
    .execute();
}

/**
 * Returns the companies with these IDs, in any order. Leaves out companies outside the caller's
 * scope.
 */
export const findCompaniesById = (
  queries: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<Company[]> => selectCompanies(queries, scope).where('companies.id', 'in', ids).execute();

/**
 * Returns at most `limit` companies that the caller may see and that come after a given ID. They
 * are sorted by ID and contain no counts.
 */
export const companiesAfter = (queries: Queries, scope: Scope, after: string, limit: number) =>
  queries
    .selectFrom('companies')
    .select(['id', 'name', 'address1', 'address2', 'city', 'state', 'zip', 'phone', 'description'])
    .where(within(scope, COLUMNS))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Returns the company with this ID.
 * @throws AppError `not-found` if it does not exist or the caller may not see it
 */
export async function companyInScope(queries: Queries, scope: Scope, id: string): Promise<Company> {
  const company = await selectCompanies(queries, scope)
    .where('companies.id', '=', id)
    .executeTakeFirst();
  if (!company) throw companyNotFound();
  return company;
}

/**
 * Checks that the caller may access the company with this ID. Faster than `companyInScope`, because
 * it does not count the company's records.
 */
export async function requireCompany(queries: Queries, scope: Scope, id: string): Promise<void> {
  const row = await queries
    .selectFrom('companies')
    .select('id')
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .executeTakeFirst();
  if (!row) throw companyNotFound();
}

/**
 * Locks the row of a company until the transaction ends, so that no other transaction adds anything
 * to the company.
 */
export async function lockCompany(trx: Trx, scope: Scope, id: string) {
  const row = await trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw companyNotFound();
  return row;
}
