import { isDeepStrictEqual } from 'node:util';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';
import { serviceNameOf } from '../../../realtime/callers/serviceName.ts';
import { appendToLedger } from '../ledger/append.ts';
import { endHold, noteOf, setHold } from '../poles/holds.ts';
import type { Decision } from './decision.ts';
import type { KeptPole } from './situation.ts';

/** The data about a pole that the engine needs from the database. */
export type StoredPole = Pick<KeptPole, 'memory' | 'alarm'>;

/** The maximum number of poles per SQL statement that reads engine data. */
const BATCH = 1000;

/**
 * Returns what the engine remembers about all poles, by `flags.id`. Reads it in batches, and lets
 * the server handle other requests between batches.
 */
export async function loadMemories(queries: Queries): Promise<Map<string, StoredPole>> {
  const memories = new Map<string, StoredPole>();
  for (let after = ''; ; ) {
    const rows = await queries
      .selectFrom('engine_poles')
      .select(['flag_id', 'memory', 'alarm'])
      .where('flag_id', '>', after)
      .orderBy('flag_id')
      .limit(BATCH)
      .execute();
    for (const { flag_id, memory, alarm } of rows) memories.set(flag_id, { memory, alarm });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return memories;
    after = last.flag_id;
    await nextTurn();
  }
}

/** Whether the engine's decision contains anything to store. */
export const isWorthStoring = (decision: Decision): boolean =>
  isChanged(decision) ||
  decision.notes.length > 0 ||
  decision.newHold !== null ||
  decision.endsHold ||
  decision.release !== null;

/**
 * Whether the decision changes what the engine remembers about the pole, or the problem that users
 * are shown.
 */
const isChanged = ({ situation, memory, alarm }: Decision): boolean =>
  situation.alarm !== alarm || !isDeepStrictEqual(situation.memory, memory);

/**
 * Stores decisions in one transaction: holds, ledger entries, and what the engine remembers about
 * each pole. Leaves out deleted flags.
 * @param at the current time in epoch milliseconds: `now` by the half-staff engine's clock, `wall`
 * in real time
 */
export async function storeDecisions(
  trx: Trx,
  decisions: readonly Decision[],
  at: { now: number; wall: number },
): Promise<void> {
  const there = await present(trx, decisions);
  const changed = there.filter(isChanged);
  if (changed.length > 0) await storeMemories(trx, changed, at.now);
  await storeReleases(trx, there);
  for (const { situation, endsHold, newHold } of there) {
    if (endsHold) await endHold(trx, situation.flag, null, at);
    if (newHold) {
      const { by, ...hold } = newHold;
      const name = await nameOf(trx, by);
      await setHold(trx, situation.flag, { ...hold, by: { id: by, name } }, at);
    }
  }
  const notes = there.flatMap(({ situation, notes }) =>
    notes.map((note) => ({ ...noteOf(situation.flag), ...note })),
  );
  await appendToLedger(trx, notes);
}

async function present(trx: Trx, decisions: readonly Decision[]): Promise<Decision[]> {
  const ids = decisions.map(({ situation }) => situation.flag.id);
  const rows = await trx.selectFrom('flags').select('id').where('id', 'in', ids).execute();
  const found = new Set(rows.map(({ id }) => id));
  return decisions.filter(({ situation }) => found.has(situation.flag.id));
}

/**
 * Stores the time when orders and half-staff days stopped applying to a flag. If a decision
 * contains null instead of a time, deletes the stored time unless it has changed since the
 * decision.
 */
async function storeReleases(trx: Trx, decisions: readonly Decision[]): Promise<void> {
  for (const { situation, release } of decisions) {
    if (!release) continue;
    const { flag } = situation;
    await trx
      .updateTable('flags')
      .set({ released_at: release.at })
      .where('id', '=', flag.id)
      .$if(release.at === null, (query) => query.where('released_at', '=', flag.site.releasedAt))
      .execute();
  }
}

async function storeMemories(trx: Trx, decisions: readonly Decision[], now: number): Promise<void> {
  const rows = decisions.map(({ situation, memory, alarm }) => ({
    flag_id: situation.flag.id,
    memory: JSON.stringify(memory),
    alarm,
    alarm_at: alarm !== null && situation.alarm === null ? now : null,
  }));
  await trx
    .insertInto('engine_poles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('flag_id').doUpdateSet((eb) => ({
        memory: eb.ref('excluded.memory'),
        alarm: eb.ref('excluded.alarm'),
        // Keep the time when the problem began.
        alarm_at: eb
          .case()
          .when('excluded.alarm', 'is', null)
          .then(null)
          .else(eb.fn.coalesce('excluded.alarm_at', 'engine_poles.alarm_at'))
          .end(),
      })),
    )
    .execute();
}

/** Returns the name of the command's sender: a username or a service account's name. */
async function nameOf(trx: Trx, by: string): Promise<string> {
  const service = serviceIdIn(by);
  if (service !== null) return serviceNameOf(trx, service);
  const found = await trx
    .selectFrom('users')
    .select('username as name')
    .where('id', '=', by)
    .executeTakeFirst();
  return found?.name ?? 'someone';
}
