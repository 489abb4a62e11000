import {
  type CompanyCreate,
  type CompanyUpdate,
  companyCreate,
  companyUpdate,
} from '@halyard/domain';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { BY_IMPORT, recordActivity } from '../../activity/record.ts';
import { requireScope } from '../../calls/context.ts';
import { storeCompanies } from '../../customers/companies/companies.ts';
import { editCompanies } from '../../customers/companies/editCompanies.ts';
import { findCompanies } from '../../fleet/companies.ts';
import { writtenText } from '../rows/judge.ts';
import { grouped } from '../rows/places.ts';
import { type Kind, NOTHING_ELSE } from './kind.ts';

/** How to import companies, which are identified by name. */
export const companies: Kind<CompanyCreate, CompanyUpdate> = {
  table: 'companies',
  async rules(ctx, queries) {
    const present = await findCompanies(queries, requireScope(ctx, 'company.create'));
    return {
      schema: companyCreate,
      editSchema: companyUpdate,
      inputOf: (cells) => cells,
      keyField: 'name',
      keyOf: ({ name }) => (name ? uniqueKey(String(name)) : null),
      nameOf: ({ name = '' }) => name,
      present: grouped(present, ({ name }) => uniqueKey(name)),
      refusals: () => [],
      fixed: {},
      editRefusals: () => [],
      written: (_, value) => writtenText(value),
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
  async edit(ctx, trx, edits) {
    await editCompanies(trx, ctx, edits, BY_IMPORT);
    return [];
  },
  flagIdsOf: () => [],
};
