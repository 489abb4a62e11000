import {
  ENGINE_ACTOR,
  holdIsOver,
  newestPositionRequest,
  requestedPosition,
  type WrongPositionFix,
  type WrongPositions,
} from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { nameFor, namesOf } from '../../../identity/users/requesters.ts';
import { findFacts } from '../../orders/facts.ts';
import { findWrongPositions, type WrongPole } from './find.ts';

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
 * Returns the ID of the user who asked for the wrong position. Null if nobody did, or if autopilot
 * did.
 */
function requesterOf({ wrong, record, pole }: WrongPole): string | null {
  const request = newestPositionRequest(record);
  if (!wrong.isDeliberate || !request || request.by === ENGINE_ACTOR) return null;
  return requestedPosition(record) === pole.reported ? request.by : null;
}

/**
 * Whether autopilot may correct the position. It may not if a user has moved or held the flag, or
 * if the pole is locked or offline.
 */
const isCorrectable = ({ wrong, pole, isOnline }: WrongPole): boolean =>
  isOnline && !wrong.isDeliberate && pole.lock === null;

/**
 * Returns the IDs of the given flags that the actor may correct. Leaves out flags that are no
 * longer in the wrong position or that cannot be corrected.
 */
export async function findCorrectable(
  ctx: Context,
  { kind, ids }: WrongPositionFix,
): Promise<string[]> {
  const wanted = new Set(ids);
  const poles = await findWrongPositions(ctx, requireScope(ctx, 'flag.switch'));
  return poles
    .filter((each) => each.wrong.kind === kind && wanted.has(each.flag.id) && isCorrectable(each))
    .map(({ flag }) => flag.id);
}
