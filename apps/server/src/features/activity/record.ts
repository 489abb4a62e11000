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
import { type Insertable, sql } from 'kysely';
import { inBatches } from '../../platform/database/batches.ts';
import type { ActivityTable } from '../../platform/database/tables/activity.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../platform/database/text.ts';
import { serviceIdIn } from '../../realtime/callers/identities.ts';
import { serviceNameOf } from '../../realtime/callers/serviceName.ts';
import type { Context } from '../calls/context.ts';

/** The actor of a request, and where the request came from. */
export interface Doer {
  actor: {
    kind: ActorKind;
    /** The ID for filtering the log by this actor; null if unknown. */
    id: string | null;
    name: string;
    companyId: string | null;
  };
  channel: ActivityChannel;
  /** The client's IP address. Null if it is unknown or there is no client. */
  address: string | null;
}

export interface NewActivity {
  kind: ActivityKind;
  /** The outcome of the action that the log entry is about. The default is `done`. */
  outcome?: ActivityOutcome;
  /** The company whose users may read the log entry. Null if only the operator may read it. */
  companyId: string | null;
  locationId?: string | null;
  /** The flag's ID in the table `flags`. */
  flagId?: string | null;
  /** The name of the record that the log entry is about. */
  subject: string | null;
  detail?: ActivityDetail;
}

/** The actor recorded for admin commands that an operator runs on the server. */
export const AT_THE_SERVER: Doer = {
  actor: { kind: 'server', id: SERVER_ACTOR, name: 'Server', companyId: null },
  channel: 'server',
  address: null,
};

/** The actor recorded for moves that were made by hand at the pole, without a command. */
export const BY_THE_POLE: Doer = {
  actor: { kind: 'pole', id: POLE_ACTOR, name: 'The pole itself', companyId: null },
  channel: 'pole',
  address: null,
};

/** The detail that marks log entries as changes made by an import. */
export const BY_IMPORT: ActivityDetail = { about: 'by import' };

/**
 * Logs what a caller did, in the same transaction as the change itself, so that both are stored or
 * neither is. If the change deletes a company, call this before the deletion, while the company's
 * name can still be read.
 */
export async function recordActivity(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  ...entries: readonly NewActivity[]
): Promise<void> {
  const at = ctx.clock();
  await inBatches(entries, async (some) => {
    const { doer, companies } = await doerAndCompanies(trx, ctx, companiesOf(some));
    await storeActivity(trx, doer, at, some, companies);
  });
}

/**
 * Logs what an actor without a session did, in the same transaction as the change itself.
 * @param at epoch milliseconds
 */
export async function recordActivityOf(
  trx: Trx,
  doer: Doer,
  at: number,
  ...entries: readonly NewActivity[]
): Promise<void> {
  await inBatches(entries, async (some) => {
    await storeActivity(trx, doer, at, some, await namesOfCompanies(trx, companiesOf(some)));
  });
}

/** @param companies the names of the entries' companies, by company ID */
async function storeActivity(
  trx: Trx,
  doer: Doer,
  at: number,
  entries: readonly NewActivity[],
  companies: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = entries.map((entry) =>
    activityRow(doer, at, entry, companies.get(entry.companyId ?? '') ?? null),
  );
  await trx.insertInto('activity').values(rows).execute();
}

const companiesOf = (entries: readonly NewActivity[]) => entries.map(({ companyId }) => companyId);

/**
 * Returns the account that made a call and the names of companies, with one query if the account
 * belongs to a person. Each query is a round trip to the database.
 */
async function doerAndCompanies(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin'>,
  companyIds: readonly (string | null)[],
): Promise<{ doer: Doer; companies: ReadonlyMap<string, string> }> {
  const { actor, origin } = ctx;
  if (origin.channel === 'server' || serviceIdIn(actor.id) !== null)
    return { doer: await doerOf(trx, ctx), companies: await namesOfCompanies(trx, companyIds) };
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'name', sql.lit('company').as('table')])
    .where('id', 'in', [...new Set(companyIds.map((id) => id ?? ''))])
    .unionAll(
      trx
        .selectFrom('users')
        .select(['id', 'username as name', sql.lit('user').as('table')])
        .where('id', '=', actor.id),
    )
    .execute();
  const companies = new Map(
    rows.filter(({ table }) => table === 'company').map(({ id, name }) => [id, name]),
  );
  return { doer: person(ctx, rows.find(({ table }) => table === 'user')?.name), companies };
}

/** Returns a user in the format of the activity log. */
const person = (
  { actor: { id, companyId }, origin }: Pick<Context, 'actor' | 'origin'>,
  username = 'someone',
): Doer => ({ actor: { kind: 'person', id, name: username, companyId }, ...origin });

/** Returns the account that made a call, in the format of the activity log. */
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
  return person({ actor, origin }, user?.username);
}

/** Returns the names of companies by company ID. Deleted companies are left out. */
export async function namesOfCompanies(
  trx: Trx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'name'])
    // Run this query even without IDs, so that the duration of a failed sign-in does not reveal
    // whether the account exists.
    .where('id', 'in', [...new Set(ids.map((id) => id ?? ''))])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Converts an activity log entry to its database row.
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

/**
 * A database row before and after an edit, and the field names that the activity log shows for the
 * row's columns.
 */
export interface EditedRow<Row extends object> {
  before: Row;
  after: Row;
  names: Partial<Record<keyof Row, string>>;
}

/** Logs an edit with the names of the changed fields, or does nothing if no field changed. */
export async function recordEdit<Row extends object>(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  entry: NewActivity,
  edited: EditedRow<Row>,
): Promise<void> {
  await recordActivity(trx, ctx, ...editEntries(entry, edited));
}

/**
 * Returns the log entries for an edit, which contain the names of the changed fields. Empty if no
 * field changed. Does not store the entries.
 */
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
