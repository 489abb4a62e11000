import {
  almanacOf,
  commandKey,
  ENGINE_ACTOR,
  givenAt,
  type Hold,
  type HoldExpiry,
  newestPositionRequest,
  type Position,
  type PositionRequest,
  requestedPosition,
  requestKey,
  type ShouldBe,
  shouldBe,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import { poleOf } from '../poles/poles.ts';
import type { Situation } from './situation.ts';

/** The actor ID in the engine's commands. */
export const ENGINE = ENGINE_ACTOR;

/** A hold created by a user's command. */
export interface ManualHold {
  /**
   * The ID of the hold. It is derived from the command, so that a command creates only one hold, no
   * matter how often the engine processes it.
   */
  id: string;
  reason: string;
  /** The ID of the user whose command created the hold. */
  by: string;
  commandId: string;
  /**
   * The time when the command that created the hold was sent, according to the half-staff engine's
   * clock, in epoch milliseconds.
   */
  commandedAt: number;
  expires: HoldExpiry;
  sourceKey: string;
}

const SENT: Record<Position, () => string> = {
  up: () => t`Raised manually`,
  half: () => t`Moved to half-staff manually`,
  down: () => t`Lowered manually`,
};

type Flag = Pick<Situation['flag'], 'id'>;

const holdId = (flag: Flag, key: string) => `${flag.id}.${key}`;

/**
 * Whether a user's request for a position created the hold. In earlier versions, the hold's ID
 * contained only the request's ID and not its time.
 */
const isMadeBy = (hold: Hold, flag: Flag, request: PositionRequest): boolean =>
  [requestKey(request), request.id].some((key) => hold.id === holdId(flag, key));

/**
 * Returns the hold that a user's newest command creates. Null if the command agrees with what is in
 * effect. If that command only switched the lamp, the user's latest request for a position can
 * still create the hold.
 * @param should what would be in effect now without a hold
 */
export function holdAgainst(situation: Situation, should: ShouldBe): ManualHold | null {
  const { command } = situation.record;
  if (!command || commandKey(command) === situation.memory.commandId || command.by === ENGINE)
    return null;
  return positionHold(situation) ?? lampHold(situation, should);
}

/**
 * Returns the hold that a user's request for a position creates, based on what was in effect when
 * the user made the request. Null if it creates none.
 */
function positionHold(situation: Situation): ManualHold | null {
  const { record, memory, flag, clock, handledId } = situation;
  const request = newestPositionRequest(record);
  if (!request || request.by === ENGINE) return null;
  const key = requestKey(request);
  const id = holdId(flag, key);
  if (key === memory.commandId || id === handledId) return null;
  const should = shouldAtRequest(situation, request, situation.hold);
  if (!isContrary(situation, request, should)) return null;
  const at = clock.at(request.at);
  const asked = requestedPosition(record);
  return {
    ...{ id, by: request.by, commandId: request.id, commandedAt: at },
    sourceKey: should.source.key,
    reason: asked === null ? t`Stopped manually` : SENT[asked](),
    expires: expiryAgainst(situation, should, { moves: true, at }),
  };
}

/**
 * Returns the hold that a user creates by switching the lamp against the daily rule. Null if the
 * lamp matches the rule, or if the rule has changed since the command.
 */
function lampHold(situation: Situation, should: ShouldBe): ManualHold | null {
  const { record, flag, clock, handledId } = situation;
  const command = record.command!;
  if (holdId(flag, commandKey(command)) === handledId) return null;
  const at = clock.at(givenAt(command));
  if (should.lamp === null || (record.desired.lamp ?? false) === should.lamp) return null;
  if (should.since !== null && at < should.since) return null;
  return {
    ...{ id: holdId(flag, commandKey(command)), by: command.by },
    commandId: command.id,
    commandedAt: at,
    sourceKey: should.source.key,
    reason: t`Lamp turned on or off manually`,
    expires: expiryAgainst(situation, should, { moves: false, at }),
  };
}

/**
 * Returns what was in effect when a user requested a position, as if the pole had already reached
 * that position. Uses the pole's current daily rule, because earlier rules are not stored.
 */
function shouldAtRequest(
  situation: Situation,
  request: PositionRequest,
  hold: Hold | null,
): ShouldBe {
  const { flag, record, facts, clock } = situation;
  const pole = poleOf(flag, record, { hold, clock });
  const position = requestedPosition(record) ?? request.from ?? pole.position;
  const then = { ...pole, position, reported: request.from ?? pole.reported };
  return shouldBe(then, facts, clock.at(request.at));
}

/**
 * Whether the position that a user requests conflicts with the planned position. Exception: if the
 * pole has no daily rule, raising a flag that is down during half-staff is not a conflict. The flag
 * then goes to half-staff.
 */
function isContrary(
  { record, flag }: Situation,
  { from }: PositionRequest,
  { position, source }: ShouldBe,
): boolean {
  const asked = requestedPosition(record);
  if (position === null || asked === position || source.kind === 'after-order') return false;
  const isFlown = asked === 'up' && position === 'half' && flag.site.dailyRule === 'none';
  return !isFlown || from === 'half';
}

/**
 * Returns the time when the hold expires: the pole's next sunrise or the end of the overridden
 * order or half-staff day, whichever comes first.
 * @param at when the command was sent, according to the half-staff engine's clock, in epoch
 * milliseconds
 */
function expiryAgainst(
  { flag }: Pick<Situation, 'flag'>,
  should: ShouldBe,
  { moves, at }: { moves: boolean; at: number },
): HoldExpiry {
  const sunrise = almanacOf(flag.site.place).nextSunrise(at);
  const { kind, key } = should.source;
  if (kind === 'daily-rule') {
    const change = moves ? should.until : should.nextChange;
    return { kind: 'at', at: Math.min(change ?? sunrise, sunrise) };
  }
  return { kind: 'source-ends', sourceKey: key, at: sunrise };
}

/**
 * Whether a user's later command ends a hold. A command for the position that autopilot requires
 * always does. If a command created the hold and the pole has no daily rule, lowering the flag also
 * ends the hold, and so does raising a flag that was down.
 */
export function isHoldOvertaken(situation: Situation, hold: Hold): boolean {
  const request = newestPositionRequest(situation.record);
  if (!request || request.by === ENGINE || isMadeBy(hold, situation.flag, request)) return false;
  // The request was made before the undo that restored the hold.
  if (hold.restoredAt !== undefined && situation.clock.at(request.at) <= hold.restoredAt)
    return false;
  if (hold.commandId === null && situation.clock.at(request.at) <= hold.createdAt) return false;
  const asked = requestedPosition(situation.record);
  if (asked !== null && asked === shouldAtRequest(situation, request, null).position) return true;
  if (hold.commandId === null || situation.flag.site.dailyRule !== 'none') return false;
  return asked === 'down' || (asked === 'up' && request.from === 'down');
}
