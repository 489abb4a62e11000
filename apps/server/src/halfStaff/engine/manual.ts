import {
  almanacOf,
  desiredPosition,
  ENGINE_ACTOR,
  type Hold,
  type HoldExpiry,
  newestPositionRequest,
  type Position,
  type ShouldBe,
} from '@halyard/domain';
import type { Seen } from './situation.ts';

/** In whose name the engine commands. */
export const ENGINE = ENGINE_ACTOR;

/** A hold that a person's command makes. */
export interface ManualHold {
  /** Derived from the command's id, so that one command makes one hold, however often it is seen. */
  id: string;
  reason: string;
  /** As the command names its giver. */
  by: string;
  commandId: string;
  /** Epoch milliseconds of the domain clock. */
  commandedAt: number;
  expires: HoldExpiry;
  sourceKey: string;
}

const SENT: Record<Position, string> = {
  up: 'Sent up by hand',
  half: 'Sent to half-staff by hand',
  down: 'Sent down by hand',
};

/**
 * The hold that a person's newest command makes because it asks for something else than is in effect;
 * null: none. A command from before that came into effect makes none.
 */
export function holdAgainst(seen: Seen, should: ShouldBe): ManualHold | null {
  const { record, memory, clock } = seen;
  const { command } = record;
  if (!command || command.id === memory.commandId || command.by === ENGINE) return null;
  const at = clock.at(command.issuedAt);
  if (should.since !== null && at < should.since) return null;
  const isOfLamp = command.positionRequest !== undefined;
  const moves = !isOfLamp && isContrary(seen, should);
  const lights = should.lamp !== null && (record.desired.lamp ?? false) !== should.lamp;
  if (!moves && !lights) return null;
  const expires = expiryAgainst(seen, should, moves, at);
  if (expires.at !== undefined && expires.at <= seen.now) return null;
  const asked = desiredPosition(record);
  return {
    id: `${seen.flag.id}.${command.id}`,
    by: command.by,
    commandId: command.id,
    commandedAt: at,
    sourceKey: should.source.key,
    reason: moves ? (asked === null ? 'Stopped by hand' : SENT[asked]) : 'Lamp switched by hand',
    expires,
  };
}

/**
 * Whether the newest command sends the pole elsewhere than it should be. Without a daily rule, Up from
 * down only says that the flag is to fly: while half-staff is in effect, that means half-staff.
 */
function isContrary({ record, flag }: Seen, { position, source }: ShouldBe): boolean {
  const asked = desiredPosition(record);
  if (position === null || asked === position || source.kind === 'after-order') return false;
  const isFlown = asked === 'up' && position === 'half' && flag.site.dailyRule === 'none';
  return !isFlown || record.command?.from === 'half';
}

/**
 * Until the pole's next sunrise, or the end of what it stands against, whichever is first.
 * @param at epoch milliseconds of the domain clock at which the command was given
 */
function expiryAgainst({ flag }: Seen, should: ShouldBe, moves: boolean, at: number): HoldExpiry {
  const sunrise = almanacOf(flag.site.place).nextSunrise(at);
  const { kind, key } = should.source;
  if (kind === 'daily-rule') {
    const change = moves ? should.until : should.nextChange;
    return { kind: 'at', at: Math.min(change ?? sunrise, sunrise) };
  }
  return { kind: 'source-ends', sourceKey: key, at: sunrise };
}

/**
 * Whether a person has moved the pole since it was held to where autopilot wants it, so that nothing is
 * left to hold. A hold that was made by a command also ends when a newer command lowers the flag, or
 * raises it from down: each of these is the person's newer word.
 * @param free what should be in effect without the hold
 */
export function isHoldOvertaken(seen: Seen, hold: Hold, free: ShouldBe): boolean {
  const request = newestPositionRequest(seen.record);
  if (!request || request.by === ENGINE || request.id === hold.commandId) return false;
  if (hold.commandId === null && seen.clock.at(request.at) <= hold.createdAt) return false;
  const asked = desiredPosition(seen.record);
  if (asked !== null && asked === free.position) return true;
  if (hold.commandId === null || seen.flag.site.dailyRule !== 'none') return false;
  return asked === 'down' || (asked === 'up' && request.from === 'down');
}
