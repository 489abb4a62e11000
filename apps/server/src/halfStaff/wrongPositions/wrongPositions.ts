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
import { findFacts } from '../facts.ts';
import { findWrongPositions, type WrongPole } from './find.ts';

/** The correct position for each kind of wrong position. */
const CORRECT = { 'full-staff': 'half', 'half-staff': 'up' } as const;

/** The flags in the wrong position that the actor may see. */
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

/** Who asked for the wrong position; null where it was autopilot or nobody. */
function requesterOf({ wrong, record, pole }: WrongPole): string | null {
  const request = newestPositionRequest(record);
  if (!wrong.isDeliberate || !request || request.by === ENGINE_ACTOR) return null;
  return requestedPosition(record) === pole.reported ? request.by : null;
}

/** False for flags that a person moved or held, and for locked and offline poles. */
const isCorrectable = ({ wrong, pole, isOnline }: WrongPole): boolean =>
  isOnline && !wrong.isDeliberate && pole.lock === null;

/**
 * Moves the named flags to the correct position, in the actor's name. Skips flags that are no longer
 * wrong or not correctable.
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

/** The name of a user or a service account, and its company; null: the operator. */
interface Requester {
  name: string;
  companyId: string | null;
}

/**
 * A requester's name, unless it belongs to another company: after a flag has changed companies, its
 * command still carries the id of a user of the old one.
 */
export function nameFor(
  names: ReadonlyMap<string, Requester>,
  id: string,
  companyId: string,
): string | undefined {
  const found = names.get(id);
  const isKnown = found && (found.companyId === null || found.companyId === companyId);
  return isKnown ? found.name : undefined;
}

/** Users and service accounts by the ids in commands. */
export async function namesOf(
  queries: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, Requester>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = new Map<string, Requester>();
  await inBatches(wanted, async (batch) => {
    const users = await queries
      .selectFrom('users')
      .select(['id', 'first_name as first', 'last_name as last', 'username', 'company_id'])
      .where('id', 'in', batch)
      .execute();
    for (const { id, first, last, username, company_id: companyId } of users)
      names.set(id, { name: `${first} ${last}`.trim() || username, companyId });
  });
  for (const id of wanted) {
    const service = serviceIdIn(id);
    if (service === null) continue;
    const token = await queries
      .selectFrom('tokens')
      .select(['name', 'company_id as companyId'])
      .where('id', '=', service)
      .executeTakeFirst();
    names.set(id, token ?? { name: 'a service account', companyId: null });
  }
  return names;
}
