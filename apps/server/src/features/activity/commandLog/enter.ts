import {
  type ActivityOutcome,
  type Command,
  commandKey,
  ENGINE_ACTOR,
  givenAt,
  requestKey,
} from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { StoredReceipt } from '../../../realtime/commands/commandReceipts.ts';
import type { FlagPlace } from '../../../realtime/commands/flagPlace.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import {
  activityRow,
  BY_THE_POLE,
  type Doer,
  type NewActivity,
  namesOfCompanies,
} from '../record.ts';
import type { Entered, Happening } from './commandWatch.ts';

/**
 * The maximum number of commands in one SQL statement. It stays below the parameter limits of both
 * database engines.
 */
const COMMANDS_AT_ONCE = 1000;

const SERVICE = 'service:';

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Writes entries to the activity log in one transaction. Skips entries that the log already
 * contains.
 */
export async function enterHappenings(
  db: Database,
  happenings: readonly Happening[],
): Promise<void> {
  await db.transaction(async (trx) => {
    const flags = await flagsOf(
      trx,
      happenings.flatMap(({ address }) => address ?? []),
    );
    const doers = await doersOf(trx, happenings);
    const ownerAt = await ownersOf(trx, happenings);
    const rows = happenings.map((happening) => {
      const { kind, address, place, command, outcome, at, detail } = happening;
      const doer = doers(command);
      const flag = address && flags.get(keyOf(address));
      const present = flag && readersOf(flag, outcome, doer);
      const owner = address === null ? ownCompany(doer) : place ? ownerAt(place) : present;
      const entry: NewActivity = {
        kind,
        outcome,
        companyId: owner?.company_id ?? null,
        locationId: owner?.location_id ?? null,
        flagId: flag?.id ?? null,
        subject: flag?.name ?? address?.flagId ?? null,
        detail,
      };
      const row = activityRow(doer, at, entry, owner?.company ?? null);
      return {
        ...row,
        command_id: command?.id ?? null,
        command_at: command?.at ?? null,
        command_seq: command?.seq ?? null,
      };
    });
    await trx
      .insertInto('activity')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['command_at', 'flag_id', 'command_seq', 'actor_id', 'outcome'])
          .doNothing(),
      )
      .execute();
  });
  await nextTurn();
}

/** Returns the next command number. It is higher than the number of every command in the log. */
export async function nextCommandSeq(queries: Queries): Promise<number> {
  const { last } = await queries
    .selectFrom('activity')
    .select((eb) => eb.fn.max('command_seq').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/**
 * Returns what the log contains about the current command of each flag. Ignores earlier commands,
 * even if they have the same ID and time as the current one.
 */
export async function enteredOf(
  queries: Queries,
  commands: readonly { address: FlagAddress; command: Command }[],
): Promise<(address: FlagAddress, command: Command) => Entered | null> {
  const entered = new Map<string, Entered & { outcomes: Set<string> }>();
  const flagIds = new Map<string, string>();
  for (let start = 0; start < commands.length; start += COMMANDS_AT_ONCE) {
    const some = commands.slice(start, start + COMMANDS_AT_ONCE);
    const flags = await flagsOf(
      queries,
      some.map(({ address }) => address),
    );
    for (const [key, flag] of flags) flagIds.set(key, flag.id);
    const rows = await queries
      .selectFrom('activity')
      .select([
        'command_id',
        'command_at',
        'command_seq',
        'actor_id',
        'flag_id',
        'outcome',
        'detail',
        'channel',
        'address',
      ])
      .where(
        'command_at',
        'in',
        some.map(({ command }) => givenAt(command)),
      )
      .orderBy('command_seq')
      .execute();
    for (const { flag_id, outcome, detail, channel, address, ...row } of rows) {
      const request = { id: row.command_id ?? '', by: row.actor_id ?? '', at: row.command_at ?? 0 };
      const key = `${flag_id}/${requestKey(request)}`;
      const seq = row.command_seq ?? 0;
      const { seconds: _, cause: __, ...movement } = detail;
      const known = entered.get(key);
      if (known?.seq === seq) known.outcomes.add(outcome);
      else
        entered.set(key, {
          ...{ seq, outcomes: new Set([outcome]), movement },
          origin: { channel, address },
        });
    }
    await nextTurn();
  }
  return (address, command) => {
    const known = entered.get(`${flagIds.get(keyOf(address))}/${commandKey(command)}`);
    return known && !known.outcomes.has('replaced') ? known : null;
  };
}

/**
 * Returns the logged outcomes of the commands with stored receipts, by the receipt's sequence
 * number.
 */
export async function outcomesOf(
  queries: Queries,
  receipts: readonly StoredReceipt[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const entered = new Map(receipts.map(({ seq }) => [seq, new Set<string>()]));
  for (let start = 0; start < receipts.length; start += COMMANDS_AT_ONCE) {
    const some = new Map(
      receipts.slice(start, start + COMMANDS_AT_ONCE).map((receipt) => [receipt.seq, receipt]),
    );
    const rows = await queries
      .selectFrom('activity')
      .select(['command_at', 'command_seq', 'actor_id', 'outcome'])
      .where(
        'command_at',
        'in',
        Array.from(some.values(), ({ command }) => command.at),
      )
      .execute();
    for (const { command_at, command_seq, actor_id, outcome } of rows) {
      const command = some.get(command_seq ?? 0)?.command;
      if (command?.at === command_at && command?.by === actor_id)
        entered.get(command_seq ?? 0)?.add(outcome);
    }
    await nextTurn();
  }
  return entered;
}

/** The company and location whose users may read an activity log entry. */
interface Owner {
  company_id: string | null;
  location_id: string | null;
  company: string | null;
}

/**
 * Returns the company and location whose users may read an activity log entry. Null if the entry is
 * about a rejected write to another company's pole, which only the operator may read.
 */
function readersOf(flag: Owner, outcome: ActivityOutcome, { actor }: Doer): Owner | null {
  const isOwn = actor.companyId === null || actor.companyId === flag.company_id;
  return outcome === 'refused' && !isOwn ? null : flag;
}

/**
 * Returns a function that converts a company and location to the database columns that determine
 * who may read a log entry.
 */
async function ownersOf(
  trx: Trx,
  happenings: readonly Happening[],
): Promise<(place: FlagPlace) => Owner> {
  const ids = happenings.map(({ place }) => place?.companyId ?? null);
  const names = await namesOfCompanies(trx, ids);
  return ({ companyId, locationId }) => ({
    company_id: companyId,
    location_id: locationId,
    company: names.get(companyId) ?? null,
  });
}

const ownCompany = ({ actor }: Doer): Owner => ({
  company_id: actor.companyId,
  location_id: null,
  company: null,
});

/** Returns the flags with these paths in the realtime database, by `{owner}/{flagId}`. */
async function flagsOf(queries: Queries, addresses: readonly FlagAddress[]) {
  // PostgreSQL rejects an empty list.
  if (addresses.length === 0) return new Map<string, never>();
  const keys = [...new Set(addresses.map(({ flagId }) => uniqueKey(flagId)))];
  const rows = await queries
    .selectFrom('flags')
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .select([
      'flags.id',
      'flags.name',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.company_id',
      'flags.location_id',
      'companies.name as company',
    ])
    .where('flags.flag_id_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Returns who sent each command, and from where. */
async function doersOf(
  trx: Trx,
  happenings: readonly Happening[],
): Promise<(command: Happening['command']) => Doer> {
  const commands = happenings.flatMap(({ command }) => (command ? [command] : []));
  // PostgreSQL rejects an empty list.
  if (commands.length === 0) return () => BY_THE_POLE;
  const people = await accountsOf(
    trx,
    commands.map(({ by }) => by),
  );
  const origins = await originsOf(
    trx,
    commands.map(({ id }) => id),
  );
  return (command) => {
    if (command === null) return BY_THE_POLE;
    const { id, by, address, channel } = command;
    if (by === ENGINE_ACTOR) return BY_THE_ENGINE;
    const origin = origins.get(id);
    const actor = people.get(by) ?? nobodyKnown(by);
    if (origin?.actorId === by) return { actor, channel: origin.channel, address: origin.address };
    return { actor, channel: channel ?? (actor.kind === 'service' ? 'api' : 'live'), address };
  };
}

const BY_THE_ENGINE: Doer = {
  actor: { kind: 'engine', id: ENGINE_ACTOR, name: 'Autopilot', companyId: null },
  channel: 'engine',
  address: null,
};

const nobodyKnown = (id: string): Doer['actor'] =>
  id.startsWith(SERVICE)
    ? { kind: 'service', id, name: 'a service account', companyId: null }
    : { kind: 'unknown', id, name: 'someone', companyId: null };

/** Returns the users and service accounts that sent the commands. */
async function accountsOf(
  trx: Trx,
  by: readonly string[],
): Promise<ReadonlyMap<string, Doer['actor']>> {
  const ids = [...new Set(by)];
  const users = await trx
    .selectFrom('users')
    .select(['id', 'username as name', 'company_id as companyId'])
    .where('id', 'in', ids)
    .execute();
  const services = await trx
    .selectFrom('tokens')
    .select(['id', 'name', 'company_id as companyId'])
    .where(
      'id',
      'in',
      ids.map((id) => id.replace(SERVICE, '')),
    )
    .execute();
  const found = new Map<string, Doer['actor']>([
    ...users.map((user) => [user.id, { kind: 'person', ...user }] as const),
    ...services.map((one) => {
      const id = `${SERVICE}${one.id}`;
      return [id, { ...one, kind: 'service', id }] as const;
    }),
  ]);
  for (const id of ids) {
    const actor = found.has(id) || id === ENGINE_ACTOR ? null : await deletedAccount(trx, id);
    if (actor) found.set(id, actor);
  }
  return found;
}

/**
 * Returns the actor to log for the commands of a deleted account, with the name from the account's
 * latest log entry. Null if all of its log entries have been deleted.
 * @param id the ID of the account
 */
async function deletedAccount(trx: Trx, id: string): Promise<Doer['actor'] | null> {
  const last = await trx
    .selectFrom('activity')
    .select(['actor_kind as kind', 'actor_name as name', 'actor_company_id as companyId'])
    .where('actor_id', '=', id)
    .where('actor_kind', '!=', 'unknown')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { id, ...last } : null;
}

async function originsOf(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('command_origins')
    .select(['id', 'actor_id as actorId', 'channel', 'address'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
