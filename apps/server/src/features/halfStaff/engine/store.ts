import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';
import { serviceNameOf } from '../../../realtime/callers/serviceName.ts';
import { appendToLedger } from '../ledger/append.ts';
import { endHold, noteOf, setHold } from '../poles/holds.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';
import type { Thought } from './think.ts';

/** What is stored of a pole for the engine. */
export interface StoredPole {
  memory: PoleMemory;
  alarm: string | null;
}

/** What the engine remembers, by the flags' row ids. @param flagId that flag's alone */
export async function loadMemories(
  queries: Queries,
  flagId?: string,
): Promise<Map<string, StoredPole>> {
  const rows = await queries
    .selectFrom('engine_poles')
    .select(['flag_id', 'memory', 'alarm'])
    .$if(flagId !== undefined, (query) => query.where('flag_id', '=', flagId!))
    .execute();
  return new Map(rows.map(({ flag_id, memory, alarm }) => [flag_id, { memory, alarm }]));
}

/** One pole's part of what is to be stored. */
export interface Outcome {
  flag: HalfStaffFlag;
  thought: Thought;
  /** Whether memory or alarm are other than stored. */
  isChanged: boolean;
  alarmIsNew: boolean;
}

/**
 * Stores what follows from a round of thoughts, all or nothing: memories, holds, ledger. Flags that
 * were deleted meanwhile are left out.
 * @param at epoch milliseconds of both clocks
 */
export async function storeOutcomes(
  trx: Trx,
  outcomes: readonly Outcome[],
  at: { now: number; wall: number },
): Promise<void> {
  const there = await present(trx, outcomes);
  const changed = there.filter(({ isChanged }) => isChanged);
  if (changed.length > 0) await storeMemories(trx, changed, at.now);
  await storeReleases(trx, there);
  for (const { flag, thought } of there) {
    if (thought.endsHold) await endHold(trx, flag, null, at);
    if (thought.newHold) {
      const { by, ...hold } = thought.newHold;
      const name = await nameOf(trx, by);
      await setHold(trx, flag, { ...hold, by: { id: by, name } }, at);
    }
  }
  const notes = there.flatMap(({ flag, thought }) =>
    thought.notes.map((note) => ({ ...noteOf(flag), ...note })),
  );
  await appendToLedger(trx, notes);
}

async function present(trx: Trx, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const ids = outcomes.map(({ flag }) => flag.id);
  const rows = await trx.selectFrom('flags').select('id').where('id', 'in', ids).execute();
  const found = new Set(rows.map(({ id }) => id));
  return outcomes.filter(({ flag }) => found.has(flag.id));
}

/** Stores when half-staff was taken away, or clears that moment unless a newer one was stored since. */
async function storeReleases(trx: Trx, outcomes: readonly Outcome[]): Promise<void> {
  for (const { flag, thought } of outcomes) {
    const { release } = thought;
    if (!release) continue;
    await trx
      .updateTable('flags')
      .set({ released_at: release.at })
      .where('id', '=', flag.id)
      .$if(release.at === null, (query) => query.where('released_at', '=', flag.site.releasedAt))
      .execute();
  }
}

async function storeMemories(trx: Trx, outcomes: readonly Outcome[], now: number): Promise<void> {
  const rows = outcomes.map(({ flag, thought, alarmIsNew }) => ({
    flag_id: flag.id,
    memory: JSON.stringify(thought.memory),
    alarm: thought.alarm,
    alarm_at: thought.alarm === null ? null : alarmIsNew ? now : null,
  }));
  await trx
    .insertInto('engine_poles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('flag_id').doUpdateSet((eb) => ({
        memory: eb.ref('excluded.memory'),
        alarm: eb.ref('excluded.alarm'),
        // The first moment of an alarm that stands.
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

/** What people call whoever gave a command: a username, or the name of a service account. */
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
