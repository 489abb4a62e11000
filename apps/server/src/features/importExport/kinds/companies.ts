import {
  type CompanyCreate,
  type CompanyUpdate,
  companyCreate,
  companyUpdate,
} from '@halyard/domain';
import { uniqueKey } from '../../../platform/database/text.ts';
import { companyMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { BY_IMPORT } from '../../activity/record.ts';
import { requireScope } from '../../calls/context.ts';
import { insertCompanies } from '../../customers/companies/companies.ts';
import { editCompanies } from '../../customers/companies/editCompanies.ts';
import { companiesAfter } from '../../fleet/companies.ts';
import { writtenText } from '../rows/judge.ts';
import { allInSlices, grouped } from '../rows/places.ts';
import type { Kind } from './kind.ts';

/** How to import companies, which are identified by name. */
export const companies: Kind<CompanyCreate, CompanyUpdate> = {
  table: 'companies',
  async rules(ctx, queries) {
    const scope = requireScope(ctx, 'company.create');
    const present = await allInSlices((after, limit) =>
      companiesAfter(queries, scope, after, limit),
    );
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
  async stager({ clock }, importId) {
    return (trx, values, { ids }) =>
      insertCompanies(
        trx,
        values.map((value, i) => ({ ...value, id: ids[i]! })),
        clock(),
        importId,
      );
  },
  async publish(queries, ids, now) {
    const rows = await queries
      .selectFrom('companies')
      .select(['id', 'name', 'auto_half_mast as autoHalfMast'])
      .where('id', 'in', ids)
      .execute();
    return {
      mirrors: rows.map((row) => companyMirror(row, now)),
      entries: rows.map(({ id, name }) => ({
        kind: 'company.created' as const,
        companyId: id,
        subject: name,
        detail: BY_IMPORT,
      })),
    };
  },
  async edit(ctx, trx, edits) {
    await editCompanies(trx, ctx, edits, BY_IMPORT);
    return [];
  },
  flagIdsOf: () => [],
};
