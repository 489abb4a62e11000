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

/** Who does something, and from where. */
export interface Doer {
  actor: {
    kind: ActorKind;
    /** By which its entries are found; null for someone unknown. */
    id: string | null;
    name: string;
    companyId: string | null;
  };
  channel: ActivityChannel;
  /** Of the client; null where there is none, or it is not known. */
  address: string | null;
}

/** Something that happened, before it has its place in the log. */
export interface NewActivity {
  kind: ActivityKind;
  /** Default: `done`. */
  outcome?: ActivityOutcome;
  /** Whose it is, and who therefore may read of it; null: the operator's alone. */
  companyId: string | null;
  locationId?: string | null;
  /** `flags.id` */
  flagId?: string | null;
  /** Name of what it was done to. */
  subject: string | null;
  detail?: ActivityDetail;
}

/** The server's operator, at the machine itself. */
export const AT_THE_SERVER: Doer = {
  actor: { kind: 'server', id: SERVER_ACTOR, name: 'Server', companyId: null },
  channel: 'server',
  address: null,
};

/** A pole that nobody commanded. */
export const BY_THE_POLE: Doer = {
  actor: { kind: 'pole', id: POLE_ACTOR, name: 'The pole itself', companyId: null },
  channel: 'pole',
  address: null,
};

/** Beside what came out of a file. */
export const BY_IMPORT: ActivityDetail = { about: 'by import' };

/**
 * Enters what the caller does in the activity log, in the transaction of the change itself: both are
 * stored or neither. Before the statement that removes a company, so that its name is known.
 */
export async function recordActivity(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  ...entries: readonly NewActivity[]
): Promise<void> {
  if (entries.length === 0) return;
  await recordActivityOf(trx, await doerOf(trx, ctx), ctx.clock(), ...entries);
}

/** The same for whoever has no session. @param at epoch milliseconds */
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

/** The account behind a call as the log names it. */
async function doerOf(
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

/** Names of the companies that there are, by their ids. */
export async function namesOfCompanies(
  trx: Trx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'name'])
    // Asked where there is none too: of a failed sign-in the time must tell nothing.
    .where('id', 'in', [...new Set(ids.map((id) => id ?? ''))])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An entry as it is stored. @param company its company's name */
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

/** What an edit is compared by, and how the log names its columns. */
export interface EditedRow<Row extends object> {
  before: Row;
  after: Row;
  /** column → what people call it */
  names: Partial<Record<keyof Row, string>>;
}

/** Enters an edit with the names of what it changed; one that changed nothing is none. */
export async function recordEdit<Row extends object>(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  entry: NewActivity,
  edited: EditedRow<Row>,
): Promise<void> {
  await recordActivity(trx, ctx, ...editEntries(entry, edited));
}

/** The same as an entry to be recorded together with others; empty where nothing changed. */
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
