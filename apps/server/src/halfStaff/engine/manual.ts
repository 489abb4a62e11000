import { ENGINE_ACTOR, type HoldExpiry, type Position, type ShouldBe } from '@halyard/domain';
import { desiredPosition } from '../poles.ts';
import type { Seen } from './situation.ts';

/** In whose name the engine commands. */
export const ENGINE = ENGINE_ACTOR;

/** A hold that a person's switch makes. */
export interface ManualHold {
  /** Made of the switch's own, so that one switch makes one hold, however often it is seen. */
  id: string;
  reason: string;
  /** As the command names its giver. */
  by: string;
  commandId: string;
  expires: HoldExpiry;
  sourceKey: string;
}

/** Milliseconds that a hold against a daily rule lasts where the rule brings no change in sight. */
const DAY_MS = 24 * 3_600_000;

const SENT: Record<Position, string> = {
  up: 'Sent up by hand',
  half: 'Sent to half-staff by hand',
  down: 'Sent down by hand',
};

/**
 * The hold that a person's new switch makes where it asks for something else than should be; null: none.
 * What was switched before it should be so is none against it.
 */
export function holdAgainst(seen: Seen, should: ShouldBe): ManualHold | null {
  const { record, memory, clock, onSince } = seen;
  const { command } = record;
  if (!command || command.id === memory.commandId || command.by === ENGINE) return null;
  if (clock.at(command.issuedAt) < Math.max(should.since ?? onSince, onSince)) return null;
  const asked = desiredPosition(record);
  const movesOtherwise = should.position !== null && asked !== should.position;
  const lightsOtherwise = should.lamp !== null && (record.desired.lamp ?? false) !== should.lamp;
  if (!movesOtherwise && !lightsOtherwise) return null;
  const how = asked === null ? 'Stopped by hand' : SENT[asked];
  return {
    id: `${seen.flag.id}.${command.id}`,
    by: command.by,
    commandId: command.id,
    sourceKey: should.source.key,
    reason: movesOtherwise ? how : 'Lamp switched by hand',
    expires: expiryAgainst(should, seen.now, movesOtherwise),
  };
}

/** As long as what it stands against; against a daily rule until its next change. */
function expiryAgainst(should: ShouldBe, now: number, moves: boolean): HoldExpiry {
  const { kind, key } = should.source;
  if (kind !== 'daily-rule') return { kind: 'source-ends', sourceKey: key };
  const change = moves ? should.until : should.nextChange;
  return { kind: 'at', at: change ?? now + DAY_MS };
}
