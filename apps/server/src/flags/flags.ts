import {
  DEFAULT_MOVE_TIMEOUT_SECONDS,
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
import { recordActivity, recordEdit } from '../activity/record.ts';
import { findVoltageLimits } from '../alerts/effectiveSettings.ts';
import { findOpenConditions, type OpenConditions } from '../alerts/openConditions.ts';
import { requireCompany } from '../companies/queries.ts';
import { type Context, change, requireScope } from '../context.ts';
import { inBatches } from '../database/batches.ts';
import type { Trx } from '../database/schema.ts';
import { given, refusingTaken } from '../database/scope.ts';
import { newId, uniqueKey } from '../database/text.ts';
import { AppError } from '../errors.ts';
import { concern, releasing } from '../halfStaff/release.ts';
import { companyOfLocation } from '../locations/queries.ts';
import {
  companiesChanged,
  companyChanged,
  flagMirror,
  hardwarePath,
  movedFlag,
} from '../outbox/mirror.ts';
import { enqueue, enqueueAll } from '../outbox/outbox.ts';
import type { RealtimeLink } from '../realtime/link.ts';
import { ownerOfNewFlag } from './adoption.ts';
import { commandByCall } from './commandByCall.ts';
import { findNewKeys } from './keyQueries.ts';
import { type NewDeviceKey, storeDeviceKeys, voidDeviceKeys, withNewDeviceKeys } from './keys.ts';
import { type FlagRow, findFlags, flagInScope, lockFlag, placeOf, storedLock } from './queries.ts';

export const FLAG_ID_KEY = { 'flags.flag_id_key': FLAG_ID_TAKEN };

/** What the activity log calls the columns of a flag. */
const FIELD_NAMES = {
  name: 'name',
  flag_id: 'flag ID',
  company_id: 'company',
  location_id: 'location',
  move_timeout: 'time to move',
  server_steps: 'steps made by the server',
};

/** The flags that the actor may see, their live state merged in now. */
export async function listFlags(ctx: Context): Promise<Flag[]> {
  const rows = await findFlags(ctx.db.queries, requireScope(ctx, 'flag.read'));
  return withLiveState(ctx, rows);
}

/** Of one company, as far as the actor sees: a location_user finds its own location's there. */
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

/** A new flag with its first device key, which is shown in this answer alone. */
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

/** A flag with what its device signs in with, in the one answer that holds it. */
export const withCredentials = (flag: Flag, key: NewDeviceKey): FlagCreated => ({
  ...flag,
  deviceKey: key.login ? null : key.secret,
  deviceLogin: key.login,
});

/** A flag to be stored, with all that was to be checked. */
export type NewFlag = Omit<FlagCreate, 'adoptOwnerId'> & {
  id: string;
  ownerId: string;
  key: NewDeviceKey;
};

/** Stores new flags, each with its first device key, and their mirror. */
export async function storeFlags(
  trx: Trx,
  { clock, domainClock }: Pick<Context, 'clock' | 'domainClock'>,
  flags: readonly NewFlag[],
): Promise<void> {
  const now = clock();
  await inBatches(flags, async (batch) => {
    const rows = batch.map((flag) => ({
      id: flag.id,
      flag_id: flag.flagId,
      flag_id_key: uniqueKey(flag.flagId),
      name: flag.name,
      company_id: flag.companyId,
      location_id: flag.locationId,
      owner_id: flag.ownerId,
      move_timeout: flag.moveTimeout ?? null,
      created_at: now,
      concerned_since: domainClock.at(now),
    }));
    await trx.insertInto('flags').values(rows).execute();
    await storeDeviceKeys(
      trx,
      batch.map(({ id, key }) => ({ flagRowId: id, key })),
      now,
    );
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

/** Edits a flag, commands its switches, or both: each field by those who may (decisions: Roles). */
export async function updateFlag(ctx: Context, id: string, input: FlagUpdate): Promise<Flag> {
  const scope = requireScope(ctx, 'flag.switch');
  await flagInScope(ctx.db.queries, scope, id);
  const { switches, ...edits } = given(input);
  if (Object.keys(edits).length > 0) await editFlag(ctx, id, edits);
  else if (!switches) throw new AppError('invalid', 'Nothing to change');
  if (switches) {
    const flag = await flagInScope(ctx.db.queries, scope, id);
    await commandByCall(ctx, flag, switchStates(switches));
  }
  return oneFlag(ctx, scope, id);
}

async function editFlag(ctx: Context, id: string, edits: FlagUpdate): Promise<void> {
  const scope = requireScope(ctx, 'flag.edit');
  const now = ctx.clock();
  const voided = await refusingTaken(FLAG_ID_KEY, () =>
    change(ctx, async (trx) => {
      const present = await lockFlag(trx, scope, id);
      const flagId = edits.flagId ?? present.flag_id;
      const companyId = edits.companyId ?? present.company_id;
      const locationId = edits.locationId ?? present.location_id;
      const presentTimeout = present.move_timeout ?? DEFAULT_MOVE_TIMEOUT_SECONDS;
      const retimed = (edits.moveTimeout ?? presentTimeout) !== presentTimeout;
      const moveTimeout = retimed ? edits.moveTimeout! : present.move_timeout;
      const serverSteps = edits.serverSteps ?? present.server_steps;
      const restepped = serverSteps !== present.server_steps;
      const renamed = flagId !== present.flag_id;
      const moved = companyId !== present.company_id;
      // The dialog sends every field; only a different value is a change.
      if (renamed || moved || retimed || restepped) requireScope(ctx, 'flag.move');
      if (moved) await requireCompany(trx, scope, companyId);
      if (moved || locationId !== present.location_id)
        await requireLocationOf(trx, scope, locationId, companyId);

      const update = () =>
        trx
          .updateTable('flags')
          .set({
            ...given({ name: edits.name }),
            flag_id: flagId,
            flag_id_key: uniqueKey(flagId),
            company_id: companyId,
            location_id: locationId,
            move_timeout: moveTimeout,
            server_steps: serverSteps,
          })
          .where('id', '=', id)
          .returning([
            'name',
            'flag_id',
            'company_id',
            'location_id',
            'move_timeout',
            'server_steps',
          ])
          .executeTakeFirstOrThrow();
      const isElsewhere = locationId !== present.location_id;
      const poles: Scope = {
        kind: 'location',
        companyId: present.company_id,
        locationId: present.location_id,
      };
      const move = async () => {
        const row = await update();
        await concern(trx, ctx, 'id', id);
        return row;
      };
      const after = isElsewhere ? await releasing(trx, ctx, poles, move) : await update();
      // The owner stays: the path is burnt into the device.
      const ownerId = present.owner_id;
      const lock = storedLock(present);
      const keys = renamed ? await voidDeviceKeys(trx, id, now) : [];
      const from = { ownerId, flagId: present.flag_id };
      const flag = { ownerId, flagId, companyId, locationId, moveTimeout, serverSteps, lock };
      await enqueue(
        trx,
        {
          ...(renamed ? movedFlag(from, flag, ctx.link.record(from)) : flagMirror(flag)),
          ...companyChanged(present.company_id, now),
          ...companyChanged(companyId, now),
        },
        now,
      );
      if (keys.length > 0)
        await recordActivity(trx, ctx, {
          kind: 'keys.voided',
          ...placeOf({ ...present, ...after }),
        });
      // Of interest where it was, and where it is.
      for (const place of moved ? [present, after] : [after])
        await recordEdit(
          trx,
          ctx,
          { kind: 'flag.changed', ...placeOf({ ...place, id, name: after.name }) },
          { before: present, after, names: FIELD_NAMES },
        );
      return keys;
    }),
  );
  ctx.link.deviceKeysRevoked(voided);
}

export async function deleteFlag(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'flag.delete');
  const now = ctx.clock();
  const voided = await change(ctx, async (trx) => {
    const flag = await lockFlag(trx, scope, id);
    const keys = await voidDeviceKeys(trx, id, now);
    await trx.deleteFrom('flags').where('id', '=', id).execute();
    await recordActivity(trx, ctx, { kind: 'flag.deleted', ...placeOf(flag) });
    const path = hardwarePath({ ownerId: flag.owner_id, flagId: flag.flag_id });
    await enqueue(trx, { [path]: null, ...companyChanged(flag.company_id, now) }, now);
    return keys;
  });
  ctx.link.deviceKeysRevoked(voided);
}

async function requireLocationOf(
  trx: Trx,
  scope: Scope,
  locationId: string,
  companyId: string,
): Promise<void> {
  if ((await companyOfLocation(trx, scope, locationId)) !== companyId)
    throw new AppError('invalid', 'The location belongs to another company.');
}

/** @throws AppError `not-found` outside the scope */
export async function oneFlag(ctx: Context, scope: Scope, id: string): Promise<Flag> {
  const row = await flagInScope(ctx.db.queries, scope, id);
  const notes = await notesFor(ctx, id);
  return toFlag(ctx.link, row, notes, ctx.clock());
}

async function withLiveState(ctx: Context, rows: readonly FlagRow[]): Promise<Flag[]> {
  const notes = await notesFor(ctx);
  const now = ctx.clock();
  return rows.map((row) => toFlag(ctx.link, row, notes, now));
}

/** What is stored about flags beside their own rows. */
interface Notes {
  newKeys: ReadonlyMap<string, number>;
  openAlerts: OpenConditions;
  limitsOf: (companyId: string) => VoltageLimits;
}

async function notesFor(ctx: Context, flagRowId?: string): Promise<Notes> {
  const { queries } = ctx.db;
  return {
    newKeys: await newKeysFor(ctx, flagRowId),
    openAlerts: await findOpenConditions(queries, flagRowId),
    limitsOf: await findVoltageLimits(queries),
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Of interest to those who can do something about it, where this server sees what poles sign in with. */
async function newKeysFor(ctx: Context, flagRowId?: string): Promise<ReadonlyMap<string, number>> {
  const isShown = ctx.link.seesDevices && may(ctx.actor, 'deviceKey.manage');
  return isShown ? findNewKeys(ctx.db.queries, flagRowId) : NONE;
}

function toFlag(
  link: RealtimeLink,
  row: FlagRow,
  { newKeys, openAlerts, limitsOf }: Notes,
  now: number,
): Flag {
  const live = link.record(row);
  const view = viewFlag(live, now);
  return {
    id: row.id,
    flagId: row.flagId,
    name: row.name,
    location: row.location,
    locationId: row.locationId,
    company: row.company,
    companyId: row.companyId,
    status: view.isOnline ? 'online' : 'offline',
    isOnline: view.isOnline,
    voltage: view.voltage,
    switches: view.switches.map(({ id, label, state }) => ({ id, label, state })),
    lastUpdated: view.lastSeen,
    firebaseUserId: row.ownerId,
    newKeySince: newKeys.get(row.id) ?? null,
    voltageLimits: limitsOf(row.companyId),
    openAlerts: [...(openAlerts.get(row.id) ?? [])],
    live,
  };
}
