import { type CompanyCreate, companyCreate } from '@halyard/domain';
import { BY_IMPORT, recordActivity } from '../../activity/record.ts';
import { storeCompanies } from '../../companies/companies.ts';
import { findCompanies } from '../../companies/queries.ts';
import { requireScope } from '../../context.ts';
import { newId, uniqueKey } from '../../database/text.ts';
import { grouped } from '../places.ts';
import { type Kind, NOTHING_ELSE } from './kind.ts';

/** Companies, known by their names. */
export const companies: Kind<CompanyCreate> = {
  async rules(ctx, queries) {
    const present = await findCompanies(queries, requireScope(ctx, 'company.create'));
    return {
      schema: companyCreate,
      inputOf: (cells) => cells,
      keyField: 'name',
      keyOf: ({ name }) => (name ? uniqueKey(String(name)) : null),
      nameOf: ({ name = '' }) => name,
      present: grouped(present, ({ name }) => uniqueKey(name)),
      refusals: () => [],
    };
  },
  async store(ctx, trx, values) {
    const rows = values.map((value) => ({ ...value, id: newId() }));
    await storeCompanies(trx, rows, ctx.clock());
    const entries = rows.map(({ id, name }) => ({
      kind: 'company.created' as const,
      companyId: id,
      subject: name,
      detail: BY_IMPORT,
    }));
    await recordActivity(trx, ctx, ...entries);
    return NOTHING_ELSE;
  },
  flagIdsOf: () => [],
};
