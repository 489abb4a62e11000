import {
  ENGINE_ACTOR,
  holdIsOver,
  newestPositionRequest,
  type OrdersAndDays,
  requestedPosition,
  type WrongPositionKind,
  type WrongPositionRow,
  type WrongPositions,
} from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { nameFor, namesOf } from '../../../identity/users/requesters.ts';
import { findWrongPositions, type WrongPole, withPoles } from './find.ts';
import type { WrongPositionIndex } from './wrongPositionIndex.ts';

/**
 * Returns the flags in the wrong position that the actor may see, sorted by company, location and
 * name.
 */
export async function listWrongPositions(
  ctx: Context,
  index: WrongPositionIndex,
): Promise<WrongPositions> {
  const scope = requireScope(ctx, 'flag.read');
  const { flags, facts } = await findWrongPositions(ctx, index, scope);
  const ordered = withPoles(ctx, index, flags).sort(
    (a, b) =>
      compare(a.ref.company, b.ref.company) ||
      compare(a.ref.location, b.ref.location) ||
      compare(a.ref.name, b.ref.name) ||
      compare(a.ref.id, b.ref.id),
  );
  return { now: ctx.domainClock.now(), poles: await toRows(ctx, ordered, facts) };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns the list entries for the given poles in the wrong position. */
export async function toRows(
  ctx: Context,
  poles: readonly WrongPole[],
  facts: OrdersAndDays,
): Promise<WrongPositionRow[]> {
  const names = await namesOf(ctx.db.queries, poles.map(requesterOf));
  const now = ctx.domainClock.now();
  return poles.map((each) => {
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
      isCorrectable: isOnline && !wrong.isDeliberate && pole.lock === null,
    };
  });
}

/** Returns the ID of the user who moved the flag to the wrong position. Null if no user did. */
function requesterOf({ wrong, record, pole }: WrongPole): string | null {
  const request = newestPositionRequest(record);
  if (!wrong.isDeliberate || !request || request.by === ENGINE_ACTOR) return null;
  return requestedPosition(record) === pole.reported ? request.by : null;
}

/** Returns the IDs of all flags with this kind of wrong position that the actor may correct. */
export async function findCorrectable(
  ctx: Context,
  index: WrongPositionIndex,
  kind: WrongPositionKind,
): Promise<Set<string>> {
  const { flags } = await findWrongPositions(ctx, index, requireScope(ctx, 'flag.switch'));
  return new Set(
    flags.filter((each) => each.wrong.kind === kind && each.isCorrectable).map(({ id }) => id),
  );
}
