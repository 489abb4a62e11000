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
import { type Context, requireScope } from '../../context.ts';
import { inBatches } from '../../database/batches.ts';
import type { Queries } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { commandByCall } from '../../flags/commandByCall.ts';
import { findFlags } from '../../flags/queries.ts';
import { serviceIdIn } from '../../realtime/identities.ts';
import { serviceNameOf } from '../../tokens/tokens.ts';
import { findFacts } from '../facts.ts';
import { findWrongPositions, type WrongPole } from './find.ts';

/** Where a flag that stands wrong belongs. */
const CORRECT = { 'full-staff': 'half', 'half-staff': 'up' } as const;

/** The flags that stand wrong among those that the actor sees. */
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
            : { by: names.get(by) ?? 'someone', at: ctx.domainClock.at(request.at) },
        isHeld: pole.hold !== null && !holdIsOver(pole, facts, now),
        isLocked: pole.lock !== null,
        isCorrectable: isCorrectable(each),
      };
    }),
  };
}

/** Who asked for the wrong position; null where it was autopilot or nobody. */
function requesterOf({ wrong, record, pole }: WrongPole): string | null {
  const request = newestPositionRequest(record);
  if (!wrong.isDeliberate || !request || request.by === ENGINE_ACTOR) return null;
  return requestedPosition(record) === pole.reported ? request.by : null;
}

/** Left alone: what a person moved or held, where somebody works, and what is offline. */
const isCorrectable = ({ wrong, pole, isOnline }: WrongPole): boolean =>
  isOnline && !wrong.isDeliberate && pole.lock === null;

/**
 * Sends the named flags where they belong, in the actor's name. What is not wrong any more, or must be
 * left alone, is left out.
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
  let sent = 0;
  await inBatches(poles, async (batch) => {
    const results = await Promise.allSettled(
      batch.map(async ({ flag }) => {
        const row = rows.get(flag.id);
        if (row) await commandByCall(ctx, row, commandOf(kind));
      }),
    );
    for (const result of results) {
      if (result.status === 'fulfilled') sent++;
      else if (!(result.reason instanceof AppError)) throw result.reason;
    }
  });
  return { sent, leftOut: wanted.size - sent };
}

const commandOf = (kind: WrongPositionKind) => ({ [POSITION_SWITCHES[CORRECT[kind]]]: true });

/** What people and service accounts are called, by the ids that commands name them by. */
export async function namesOf(
  queries: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = new Map<string, string>();
  await inBatches(wanted, async (batch) => {
    const users = await queries
      .selectFrom('users')
      .select(['id', 'first_name as first', 'last_name as last', 'username'])
      .where('id', 'in', batch)
      .execute();
    for (const { id, first, last, username } of users)
      names.set(id, `${first} ${last}`.trim() || username);
  });
  for (const id of wanted) {
    const service = serviceIdIn(id);
    if (service !== null) names.set(id, await serviceNameOf(queries, service));
  }
  return names;
}
