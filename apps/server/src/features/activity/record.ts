import {
  type ActivityChannel,
  type ActivityDetail,
  type ActivityKind,
  type ActivityOutcome,
  type ActorKind,
  activityText,
  categoryOf,
  POLE_ACTOR,
  SERVER_ACTOR,
} from '@halyard/domain';
import type { Insertable } from 'kysely';
import { inBatches } from '../../platform/database/batches.ts';
import type { ActivityTable } from '../../platform/database/tables/activity.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../platform/database/text.ts';
import { serviceIdIn } from '../../realtime/callers/identities.ts';
import { serviceNameOf } from '../../realtime/callers/serviceName.ts';
import type { Context } from '../calls/context.ts';

/** An actor and where the request came from. */
export interface Doer {
  actor: {
    kind: ActorKind;
    /** The ID by which the actor's entries are found; null if unknown. */
    id: string | null;
    name: string;
    companyId: string | null;
  };
  channel: ActivityChannel;
  /** The client's IP address; null if there is none or it is unknown. */
  address: string | null;
}

/** An entry that is not in the log yet. */
export interface NewActivity {
  kind: ActivityKind;
  /** Defaults to `done`. */
  outcome?: ActivityOutcome;
  /** The company whose users may read the entry; null for only the operator. */
  companyId: string | null;
  locationId?: string | null;
  /** `flags.id`. */
  flagId?: string | null;
  /** Name of the affected record. */
  subject: string | null;
  detail?: ActivityDetail;
}

/** The operator, working on the server itself. */
export const AT_THE_SERVER: Doer = {
  actor: { kind: 'server', id: SERVER_ACTOR, name: 'Server', companyId: null },
  channel: 'server',
  address: null,
};

/** A pole that moved without a command. */
export const BY_THE_POLE: Doer = {
  actor: { kind: 'pole', id: POLE_ACTOR, name: 'The pole itself', companyId: null },
  channel: 'pole',
  address: null,
};

/** The detail of entries made by an import. */
export const BY_IMPORT: ActivityDetail = { about: 'by import' };

/**
 * Logs what the caller does in the transaction of the change itself, so that both are stored or
 * neither. Call it before a statement that deletes a company, while the company's name is still
 * known.
 */
export async function recordActivity(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  ...entries: readonly NewActivity[]
): Promise<void> {
  if (entries.length === 0) return;
  await recordActivityOf(trx, await doerOf(trx, ctx), ctx.clock(), ...entries);
}

/** Like `recordActivity`, for an actor without a session. @param at epoch milliseconds */
export async function recordActivityOf(
  trx: Trx,
  doer: Doer,
  at: number,
  ...entries: readonly NewActivity[]
): Promise<void> {
  await inBatches(entries, async (some) => {
    const companies = await namesOfCompanies(
      trx,
      some.map(({ companyId }) => companyId),
    );
    const rows = some.map((entry) =>
      activityRow(doer, at, entry, companies.get(entry.companyId ?? '') ?? null),
    );
    await trx.insertInto('activity').values(rows).execute();
  });
}

/** Returns the account behind a call, as the log names it. */
export async function doerOf(
  trx: Trx,
  { actor, origin }: Pick<Context, 'actor' | 'origin'>,
): Promise<Doer> {
  if (origin.channel === 'server') return AT_THE_SERVER;
  const serviceId = serviceIdIn(actor.id);
  if (serviceId !== null) {
    const name = await serviceNameOf(trx, serviceId);
    return {
      actor: { kind: 'service', id: actor.id, name, companyId: actor.companyId },
      ...origin,
    };
  }
  const user = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  const { id, companyId } = actor;
  return { actor: { kind: 'person', id, name: user?.username ?? 'someone', companyId }, ...origin };
}

/** Returns the names of companies that still exist, by company ID. */
export async function namesOfCompanies(
  trx: Trx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'name'])
    // Runs without IDs too, so that the duration of a failed sign-in reveals nothing.
    .where('id', 'in', [...new Set(ids.map((id) => id ?? ''))])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Converts an entry to its stored form.
 * @param company the name of the entry's company
 */
export function activityRow(
  { actor, channel, address }: Doer,
  at: number,
  entry: NewActivity,
  company: string | null,
): Insertable<ActivityTable> {
  const { kind, outcome = 'done', companyId, locationId, flagId, subject, detail = {} } = entry;
  const words = [actor.name, subject, company, activityText({ kind, detail }), detail.cause];
  return {
    at,
    category: categoryOf(kind),
    kind,
    outcome,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_company_id: actor.companyId,
    channel,
    address,
    company_id: companyId,
    company,
    location_id: locationId ?? null,
    flag_id: flagId ?? null,
    subject,
    detail: JSON.stringify(detail),
    search: uniqueKey(words.filter((word) => word != null).join('\n')),
    command_id: null,
    command_at: null,
    command_seq: null,
  };
}

/** A row before and after an edit, and the names that the log gives its columns. */
export interface EditedRow<Row extends object> {
  before: Row;
  after: Row;
  /** The name in the log for each column. */
  names: Partial<Record<keyof Row, string>>;
}

/** Logs an edit with the names of the changed fields, or nothing if nothing changed. */
export async function recordEdit<Row extends object>(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  entry: NewActivity,
  edited: EditedRow<Row>,
): Promise<void> {
  await recordActivity(trx, ctx, ...editEntries(entry, edited));
}

/** Like `recordEdit`, but returns the entry to record with others; empty if nothing changed. */
export function editEntries<Row extends object>(
  entry: NewActivity,
  { before, after, names }: EditedRow<Row>,
): NewActivity[] {
  const changed = (Object.keys(names) as (keyof Row)[])
    .filter((column) => before[column] !== after[column])
    .map((column) => names[column] ?? '');
  if (changed.length === 0) return [];
  const fields = [...new Set(changed)];
  return [{ ...entry, detail: { ...entry.detail, fields } }];
}
