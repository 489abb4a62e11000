import {
  DEFAULT_FLOWN_FLAG,
  FLAG_ID_TAKEN,
  type Flag,
  type FlagCreate,
  type FlagCreated,
  type FlagUpdate,
  may,
  type Scope,
  switchStates,
  type VoltageLimits,
  viewFlag,
} from '@halyard/domain';
import { inBatches } from '../../platform/database/batches.ts';
import { freeKeys } from '../../platform/database/hidden/hide.ts';
import { given, refusingTaken } from '../../platform/database/scope.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { newId, uniqueKey } from '../../platform/database/text.ts';
import { nothingToChange } from '../../platform/errors.ts';
import type { RealtimeLink } from '../../realtime/link.ts';
import {
  accessMirror,
  companiesChanged,
  companyChanged,
  flagMirror,
  hardwarePath,
} from '../../realtime/outbox/mirroredChanges.ts';
import { enqueue, enqueueAll } from '../../realtime/outbox/outbox.ts';
import { recordActivity } from '../activity/record.ts';
import { type Context, change, requireScope } from '../calls/context.ts';
import { findVoltageLimits } from '../fleet/alertLimits/alertSettings.ts';
import { requireCompany } from '../fleet/companies.ts';
import {
  type FlagRow,
  findFlags,
  flagInScope,
  lockFlagRow,
  placeOf,
  textColumns,
} from '../fleet/flags.ts';
import { companyOfLocation } from '../fleet/locations.ts';
import { commandByCall } from '../fleet/sendCommands/commandByCall.ts';
import { findHeldFlags } from '../halfStaff/autopilot/heldFlags.ts';
import {
  findOpenConditions,
  type OpenConditions,
} from '../monitoring/alerts/queries/openConditions.ts';
import { editFlags, type FlagFields, requireLocationOf } from './editFlags.ts';
import { findNewKeys } from './keys/keyQueries.ts';
import {
  insertDeviceKeys,
  type NewDeviceKey,
  voidDeviceKeys,
  withNewDeviceKeys,
} from './keys/keys.ts';
import { ownerOfNewFlag } from './refusedDevices/adoption.ts';

export const FLAG_ID_KEY = { 'flags.flag_id_key': FLAG_ID_TAKEN };

/** Returns the flags that the actor may see, with their current live state. */
export async function listFlags(ctx: Context): Promise<Flag[]> {
  const rows = await findFlags(ctx.db.queries, requireScope(ctx, 'flag.read'));
  return withLiveState(ctx, rows);
}

/**
 * Returns the flags of a company that the actor may see. Location users get only the flags of their
 * own location.
 */
export async function listCompanyFlags(ctx: Context, companyId: string): Promise<Flag[]> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'company.read'), companyId);
  const scope = requireScope(ctx, 'flag.read');
  return withLiveState(ctx, await findFlags(ctx.db.queries, scope, { companyId }));
}

export async function listLocationFlags(ctx: Context, locationId: string): Promise<Flag[]> {
  const scope = requireScope(ctx, 'flag.read');
  await companyOfLocation(ctx.db.queries, scope, locationId);
  return withLiveState(ctx, await findFlags(ctx.db.queries, scope, { locationId }));
}

export function getFlag(ctx: Context, id: string): Promise<Flag> {
  return oneFlag(ctx, requireScope(ctx, 'flag.read'), id);
}

/** Creates a flag with its first device key. Only this response contains the key. */
export async function createFlag(ctx: Context, input: FlagCreate): Promise<FlagCreated> {
  const scope = requireScope(ctx, 'flag.create');
  const { flagId, companyId, locationId } = input;
  await requireCompany(ctx.db.queries, scope, companyId);
  const id = newId();
  const ownerId = await ownerOfNewFlag(ctx, input);
  const key = await refusingTaken(FLAG_ID_KEY, () =>
    withNewDeviceKeys(ctx, [flagId], async (trx, [made]) => {
      await requireLocationOf(trx, scope, locationId, companyId);
      await storeFlags(trx, ctx, [{ ...input, id, ownerId, key: made! }]);
      const place = { companyId, locationId, flagId: id, subject: input.name };
      await recordActivity(trx, ctx, { kind: 'flag.created', ...place });
      return made!;
    }),
  );
  return withCredentials(await oneFlag(ctx, scope, id), key);
}

/**
 * Adds the device's credentials to the response that creates a flag. No later response contains
 * them.
 */
export const withCredentials = (flag: Flag, key: NewDeviceKey): FlagCreated => ({
  ...flag,
  deviceKey: key.login ? null : key.secret,
  deviceLogin: key.login,
});

/** A validated new flag. */
export type NewFlag = Omit<FlagCreate, 'adoptOwnerId'> & {
  id: string;
  ownerId: string;
  /** The first device key. Null if no device may report for the flag. */
  key: NewDeviceKey | null;
  isSimulated?: boolean;
};

/** Stores new flags, their copies in the realtime database, and their first device keys. */
export async function storeFlags(
  trx: Trx,
  ctx: Pick<Context, 'clock' | 'domainClock'>,
  flags: readonly NewFlag[],
): Promise<void> {
  const now = ctx.clock();
  await inBatches(flags, async (batch) => {
    const logins = await insertFlags(trx, ctx, batch, null);
    await enqueue(trx, accessMirror(logins, true), now);
    const mirrors = batch.map((flag) =>
      flagMirror({
        ...flag,
        moveTimeout: flag.moveTimeout ?? null,
        serverSteps: false,
        lock: null,
      }),
    );
    await enqueueAll(trx, mirrors, now);
  });
  await enqueue(trx, companiesChanged(flags, now), now);
}

/**
 * Stores the rows of new flags and their first device keys.
 * @param importId the import that will make them visible; null if they are visible immediately
 * @returns the IDs of the keys with which devices sign in to Google
 */
export async function insertFlags(
  trx: Trx,
  { clock, domainClock }: Pick<Context, 'clock' | 'domainClock'>,
  flags: readonly NewFlag[],
  importId: string | null,
): Promise<string[]> {
  const now = clock();
  const rows = flags.map((flag) => ({
    id: flag.id,
    flag_id: flag.flagId,
    flag_id_key: uniqueKey(flag.flagId),
    ...textColumns(flag),
    flies: flag.flies ?? DEFAULT_FLOWN_FLAG,
    company_id: flag.companyId,
    location_id: flag.locationId,
    owner_id: flag.ownerId,
    move_timeout: flag.moveTimeout ?? null,
    simulated: flag.isSimulated ?? false,
    created_at: now,
    concerned_since: domainClock.at(now),
    import_id: importId,
  }));
  await freeKeys(
    trx,
    'flags',
    rows.map((row) => row.flag_id_key),
  );
  await trx.insertInto('flags').values(rows).execute();
  return insertDeviceKeys(
    trx,
    flags.flatMap(({ id, key }) => (key === null ? [] : { flagRowId: id, key })),
    now,
  );
}

/**
 * Edits a flag, moves its pole, or both, if the caller may change each of the fields (decisions,
 * "Roles").
 */
export async function updateFlag(ctx: Context, id: string, input: FlagUpdate): Promise<Flag> {
  const scope = requireScope(ctx, 'flag.switch');
  await flagInScope(ctx.db.queries, scope, id);
  const { switches, ...edits } = given(input);
  if (Object.keys(edits).length > 0) await editFlag(ctx, id, edits);
  else if (!switches) throw nothingToChange();
  if (switches) {
    const flag = await flagInScope(ctx.db.queries, scope, id);
    await commandByCall(ctx, flag, switchStates(switches));
  }
  return oneFlag(ctx, scope, id);
}

async function editFlag(ctx: Context, id: string, fields: FlagFields): Promise<void> {
  const voided = await refusingTaken(FLAG_ID_KEY, () =>
    change(ctx, (trx) => editFlags(trx, ctx, [{ id, fields }])),
  );
  ctx.link.deviceKeysRevoked(voided);
}

export async function deleteFlag(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'flag.delete');
  const now = ctx.clock();
  const voided = await change(ctx, async (trx) => {
    const flag = await lockFlagRow(trx, scope, id);
    const keys = await voidDeviceKeys(trx, id, now);
    await trx.deleteFrom('flags').where('id', '=', id).execute();
    await recordActivity(trx, ctx, { kind: 'flag.deleted', ...placeOf(flag) });
    const path = hardwarePath({ ownerId: flag.owner_id, flagId: flag.flag_id });
    await enqueue(trx, { [path]: null, ...companyChanged(flag.company_id, now) }, now);
    return keys;
  });
  ctx.link.deviceKeysRevoked(voided);
}

/**
 * Returns one flag with its current live state.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function oneFlag(ctx: Context, scope: Scope, id: string): Promise<Flag> {
  const row = await flagInScope(ctx.db.queries, scope, id);
  const notes = await notesFor(ctx, [id]);
  return toFlag(ctx.link, row, notes, ctx.clock());
}

/**
 * Adds the current live state to flags.
 * @param flagRowIds the `flags.id` of the flags. Omit it for a long list, to read the alerts and
 * holds of all flags at once.
 */
export async function withLiveState(
  ctx: Context,
  rows: readonly FlagRow[],
  flagRowIds?: readonly string[],
): Promise<Flag[]> {
  const notes = await notesFor(ctx, flagRowIds);
  const now = ctx.clock();
  return rows.map((row) => toFlag(ctx.link, row, notes, now));
}

/** Data about flags from other tables, such as open alerts and holds. */
interface Notes {
  newKeys: ReadonlyMap<string, number>;
  openAlerts: OpenConditions;
  /** The `flags.id` of flags with a hold, which overrides autopilot. */
  held: ReadonlySet<string>;
  limitsOf: (companyId: string) => VoltageLimits;
}

async function notesFor(ctx: Context, flagRowIds?: readonly string[]): Promise<Notes> {
  const { queries } = ctx.db;
  return {
    newKeys: await newKeysFor(ctx, flagRowIds),
    openAlerts: await findOpenConditions(queries, flagRowIds),
    held: await findHeldFlags(ctx, flagRowIds),
    limitsOf: await findVoltageLimits(queries),
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Returns the flags that have a new device key with which the pole has not reported yet, each with
 * the time when the key was created. Empty if the actor may not manage keys, or if this server
 * cannot see which keys poles use.
 */
async function newKeysFor(
  ctx: Context,
  flagRowIds?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const isShown = ctx.link.seesDevices && may(ctx.actor, 'deviceKey.manage');
  return isShown ? findNewKeys(ctx.db.queries, flagRowIds) : NONE;
}

function toFlag(
  link: RealtimeLink,
  row: FlagRow,
  { newKeys, openAlerts, held, limitsOf }: Notes,
  now: number,
): Flag {
  const { ownerId, followsOrders, lock: _, ...stored } = row;
  const live = link.record(row);
  const view = viewFlag(live, now);
  return {
    ...stored,
    status: view.isOnline ? 'online' : 'offline',
    isOnline: view.isOnline,
    voltage: view.voltage,
    switches: view.switches.map(({ id, label, state }) => ({ id, label, state })),
    lastUpdated: view.lastSeen,
    firebaseUserId: ownerId,
    newKeySince: newKeys.get(row.id) ?? null,
    voltageLimits: limitsOf(row.companyId),
    openAlerts: [...(openAlerts.get(row.id) ?? [])],
    autopilot: held.has(row.id) ? 'held' : followsOrders ? 'follows' : 'off',
    live,
  };
}
