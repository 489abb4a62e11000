import type { FlagRecord, Hold, Pole, PoleRef, Scope } from '@halyard/domain';
import type { Services } from '../context.ts';
import { NO_MEMORY, type PoleMemory } from './engine/memory.ts';
import { loadMemories } from './engine/store.ts';
import { openHolds } from './holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag, poleOf } from './poles.ts';

/** One of many poles, with all that half-staff knows of it at the moment. */
export interface FleetPole {
  flag: HalfStaffFlag;
  ref: PoleRef;
  record: FlagRecord;
  /** The one that nobody released, expired or not. */
  hold: Hold | null;
  memory: PoleMemory;
  pole: Pole;
}

/** The poles in scope, by company, location and name. */
export async function findFleet(
  { db, link }: Pick<Services, 'db' | 'link'>,
  scope: Scope,
): Promise<FleetPole[]> {
  const flags = await findHalfStaffFlags(db.queries, scope);
  const holds = await openHolds(db.queries);
  const memories = await loadMemories(db.queries);
  return flags.map((flag) => {
    const record = link.record(flag);
    const hold = holds.get(flag.id) ?? null;
    const memory = memories.get(flag.id)?.memory ?? NO_MEMORY;
    const { before } = memory;
    return {
      flag,
      ref: refOf(flag),
      record,
      hold,
      memory,
      pole: poleOf(flag, record, { hold, before }),
    };
  });
}

/** Whether Halyard moves the pole of itself, once the engine is on. */
export const isMoved = ({ optedIn, dailyRule }: Pole): boolean => optedIn || dailyRule !== 'none';

function refOf({ id, name, company, location }: HalfStaffFlag): PoleRef {
  return { id, name, location: location.name, company: company.name, companyId: company.id };
}
