import {
  ENGINE_ACTOR,
  holdIsOver,
  newestPositionRequest,
  POSITION_SWITCHES,
  requestedPosition,
  type WrongPositionFix,
  type WrongPositionFixed,
  type WrongPositionKind,
  type WrongPositions,
} from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { findFlags } from '../../../fleet/flags.ts';
import { commandMany } from '../../../fleet/sendCommands/commandMany.ts';
import { nameFor, namesOf } from '../../../identity/users/requesters.ts';
import { findFacts } from '../../orders/facts.ts';
import { findWrongPositions, type WrongPole } from './find.ts';

/** The correct position for each kind of wrong position. */
const CORRECT = { 'full-staff': 'half', 'half-staff': 'up' } as const;

/** Returns the flags in the wrong position that the actor may see. */
export async function listWrongPositions(ctx: Context): Promise<WrongPositions> {
  const scope = requireScope(ctx, 'flag.read');
  const poles = await findWrongPositions(ctx, scope);
  const names = await namesOf(ctx.db.queries, poles.map(requesterOf));
  const now = ctx.domainClock.now();
  const facts = await findFacts(ctx.db.queries, now);
  return {
    now,
    poles: poles.map((each) => {
      const { ref, pole, wrong, isOnline, lastSeenAt, record } = each;
      const by = requesterOf(each);
      const request = newestPositionRequest(record);
      return {
        pole: ref,
        kind: wrong.kind,
        since: wrong.since,
        timeZone: pole.place.timeZone,
        source: wrong.source,
        isOnline,
        lastHeardAt: lastSeenAt,
        request:
          by === null || request === null
            ? null
            : {
                by: nameFor(names, by, ref.companyId) ?? 'someone',
                at: ctx.domainClock.at(request.at),
              },
        isHeld: pole.hold !== null && !holdIsOver(pole, facts, now),
        isLocked: pole.lock !== null,
        isCorrectable: isCorrectable(each),
      };
    }),
  };
}

/**
 * Returns the ID of the user who requested the wrong position; null if nobody did, or autopilot
 * did.
 */
function requesterOf({ wrong, record, pole }: WrongPole): string | null {
  const request = newestPositionRequest(record);
  if (!wrong.isDeliberate || !request || request.by === ENGINE_ACTOR) return null;
  return requestedPosition(record) === pole.reported ? request.by : null;
}

/** False for flags that a user moved or held, and for locked and offline poles. */
const isCorrectable = ({ wrong, pole, isOnline }: WrongPole): boolean =>
  isOnline && !wrong.isDeliberate && pole.lock === null;

/**
 * Moves the given flags to the correct position, in the actor's name. Skips flags that are no
 * longer wrong or not correctable.
 */
export async function fixWrongPositions(
  ctx: Context,
  { kind, ids }: WrongPositionFix,
): Promise<WrongPositionFixed> {
  const scope = requireScope(ctx, 'flag.switch');
  const wanted = new Set(ids);
  const poles = (await findWrongPositions(ctx, scope)).filter(
    (each) => each.wrong.kind === kind && wanted.has(each.flag.id) && isCorrectable(each),
  );
  const rows = new Map((await findFlags(ctx.db.queries, scope)).map((row) => [row.id, row]));
  const commands = poles.flatMap(({ flag }) => {
    const row = rows.get(flag.id);
    return row ? [{ flag: row, states: commandOf(kind) }] : [];
  });
  const problems = await commandMany(ctx, commands);
  const sent = commands.length - problems.size;
  return { sent, leftOut: wanted.size - sent };
}

const commandOf = (kind: WrongPositionKind) => ({ [POSITION_SWITCHES[CORRECT[kind]]]: true });
