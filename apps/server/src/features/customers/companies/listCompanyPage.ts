import {
  COMPANY_SORT_KEYS,
  type Company,
  type CompanySortKey,
  type ListPage,
  type ListQuery,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { findCompaniesById } from '../../fleet/companies.ts';
import type { KeyOf } from '../../fleet/directory/catalog.ts';
import type { CompanyEntry } from '../../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../../fleet/directory/lists.ts';

const COLUMNS: Record<CompanySortKey, KeyOf<CompanyEntry>> = {
  name: ({ nameKey }) => nameKey,
  locations: ({ locations }) => locations,
  flags: ({ flags }) => flags,
  users: ({ users }) => users,
};

/**
 * Returns one page of the companies that the actor may see. Sorts by name unless the request says
 * otherwise.
 */
export async function listCompanyPage(
  ctx: Context,
  { directory, walks }: Lists,
  query: ListQuery,
): Promise<ListPage<Company>> {
  const scope = requireScope(ctx, 'company.read');
  const { companies } = await directory.current();
  // As in the database query, filter a company by its own ID.
  const isMatch = matching<CompanyEntry>(query, scope, ({ id }) => ({
    companyId: id,
    locationId: id,
  }));
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'companies',
      sortKeys: COMPANY_SORT_KEYS,
      find: (sort) => companies.inOrder(orderOf(sort, COLUMNS, [COLUMNS.name])).filter(isMatch),
    },
    (ids) => findCompaniesById(ctx.db.queries, scope, ids),
  );
  return page;
}
