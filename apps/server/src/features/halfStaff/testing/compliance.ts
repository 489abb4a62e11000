import type { ComplianceRow } from '@halyard/domain';
import { readRows } from '../compliance/readRows.ts';
import { findRecorded, type Subject } from '../compliance/subject.ts';
import type { EngineWorld } from './engineWorld.ts';

/** Returns all rows of a compliance report, sorted by start, company, location and name. */
export async function complianceRows(
  { services, poles }: Pick<EngineWorld, 'services' | 'poles'>,
  subject: Subject,
): Promise<ComplianceRow[]> {
  await poles.current();
  const recorded = await findRecorded(services, subject, { kind: 'all' });
  const rows: ComplianceRow[] = [];
  for await (const some of readRows(services.db.queries, poles, recorded)) rows.push(...some);
  const nameOf = ({ pole }: ComplianceRow) =>
    [pole.company, pole.location, pole.name, pole.id].join('\n');
  return rows.sort((a, b) => a.from - b.from || (nameOf(a) < nameOf(b) ? -1 : 1));
}
