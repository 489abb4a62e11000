import {
  type ActivityDetail,
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  FLAG_TEXTS,
  type FlagText,
  type FlagUpdate,
  type FlownFlag,
  followsDiffer,
  type Scope,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inBatches } from '../../platform/database/batches.ts';
import { given } from '../../platform/database/scope.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../platform/database/text.ts';
import { AppError } from '../../platform/errors.ts';
import { flagMirror, movedFlag } from '../../realtime/outbox/mirroredChanges.ts';
import { storedLock } from '../../realtime/outbox/mirroredFlags.ts';
import { editEntries } from '../activity/record.ts';
import { type Edit, type Edited, storeEdited } from '../activity/storeEdited.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { requireCompany } from '../fleet/companies.ts';
import { lockFlagRow, placeOf, textColumns } from '../fleet/flags.ts';
import { companyOfLocation } from '../fleet/locations.ts';
import { concern, releasing } from '../halfStaff/autopilot/release.ts';
import { followsOfLocation } from '../halfStaff/poles/storedFollows.ts';
import { voidDeviceKeys } from './keys/keys.ts';

/** Maps each column of a flag to the field name that the activity log shows. */
const FIELD_NAMES = {
  ...(Object.fromEntries(FLAG_TEXTS.map((text) => [text, text])) as Record<FlagText, string>),
  flies: 'flag flown',
  flag_id: 'flag ID',
  company_id: 'company',
  location_id: 'location',
  move_timeout: 'time to move',
  server_steps: 'steps made by the server',
};

/** A flag's stored fields, without its switches. */
export type FlagFields = Omit<FlagUpdate, 'switches'>;
type Row = Awaited<ReturnType<typeof lockFlagRow>>;

/**
 * Edits one or more flags. Also updates their copies in the realtime database, their half-staff
 * data and the activity log.
 * @returns the IDs of device keys that became invalid because the flag ID changed; pass them to
 * `link.deviceKeysRevoked` after the commit
 * @throws AppError `forbidden` if the caller may not change one of the fields; `not-found` outside
 * the caller's scope
 */
export async function editFlags(
  trx: Trx,
  ctx: Context,
  edits: readonly Edit<FlagFields>[],
  detail?: ActivityDetail,
): Promise<string[]> {
  const scope = requireScope(ctx, 'flag.edit');
  const present = new Map<string, Row>();
  await inBatches(edits, async (batch) => {
    for (const { id } of batch) present.set(id, await lockFlagRow(trx, scope, id));
  });
  const edited: Edited[] = [];
  const voided: string[] = [];
  const editAll = () =>
    inBatches(edits, async (batch) => {
      for (const { id, fields } of batch) {
        const { keys, ...one } = await editFlag(trx, ctx, scope, present.get(id)!, fields);
        edited.push(one);
        voided.push(...keys);
      }
    });
  // If a pole flies another flag, the orders of other authorities may apply to it.
  const mayRelease = edits.some(
    ({ id, fields }) =>
      (fields.locationId ?? present.get(id)!.location_id) !== present.get(id)!.location_id ||
      (fields.flies ?? present.get(id)!.flies) !== present.get(id)!.flies,
  );
  if (mayRelease) await releasing(trx, ctx, polesOf([...present.values()], scope), editAll);
  else await editAll();
  await storeEdited(trx, ctx, edited, detail);
  return voided;
}

/**
 * Returns a scope that contains the given flags. For one flag, this is the flag's location. For
 * several flags, it is the caller's whole scope, so that a single query is enough.
 */
function polesOf(rows: readonly Row[], scope: Scope): Scope {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return scope;
  return { kind: 'location', companyId: row.company_id, locationId: row.location_id };
}

async function editFlag(
  trx: Trx,
  ctx: Context,
  scope: Scope,
  present: Row,
  edits: FlagFields,
): Promise<Edited & { keys: readonly string[] }> {
  const { id } = present;
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
  const isElsewhere = locationId !== present.location_id;
  // The console sends all fields, so only a different value counts as a change.
  if (renamed || moved || retimed || restepped) requireScope(ctx, 'flag.move');
  if (moved) await requireCompany(trx, scope, companyId);
  if (moved || isElsewhere) await requireLocationOf(trx, scope, locationId, companyId);
  const after = await trx
    .updateTable('flags')
    .set({
      ...given(textColumns(edits)),
      flag_id: flagId,
      flag_id_key: uniqueKey(flagId),
      company_id: companyId,
      location_id: locationId,
      move_timeout: moveTimeout,
      server_steps: serverSteps,
    })
    .where('id', '=', id)
    .returning([
      ...FLAG_TEXTS,
      'flag_id',
      'company_id',
      'location_id',
      'move_timeout',
      'server_steps',
    ])
    .executeTakeFirstOrThrow();
  if (isElsewhere || (await followsOthers(trx, locationId, present.flies, after.flies)))
    await concern(trx, ctx, 'id', id);
  // The owner key stays the same, because the device always uses the same path.
  const ownerId = present.owner_id;
  const lock = storedLock(present);
  const keys = renamed ? await voidDeviceKeys(trx, id, ctx.clock()) : [];
  const from = { ownerId, flagId: present.flag_id };
  const flag = { ownerId, flagId, companyId, locationId, moveTimeout, serverSteps, lock };
  // Both the old and the new company get a log entry.
  const places = moved ? [present, after] : [after];
  const voiding = { kind: 'keys.voided', ...placeOf({ ...present, ...after }) } as const;
  return {
    keys,
    mirror: renamed ? movedFlag(from, flag, ctx.link.record(from)) : flagMirror(flag),
    companyIds: [present.company_id, companyId],
    entries: [
      ...(keys.length > 0 ? [voiding] : []),
      ...places.flatMap((place) =>
        editEntries(
          { kind: 'flag.changed', ...placeOf({ ...place, id, name: after.name }) },
          { before: present, after, names: FIELD_NAMES },
        ),
      ),
    ],
  };
}

/** Whether the new flag type changes which authorities' orders the pole follows. */
const followsOthers = async (trx: Trx, locationId: string, before: FlownFlag, after: FlownFlag) =>
  before !== after && followsDiffer(await followsOfLocation(trx, locationId), before, after);

/**
 * Checks that a flag may belong to a location.
 * @throws AppError `invalid` if the location belongs to another company; `not-found` outside the
 * caller's scope
 */
export async function requireLocationOf(
  trx: Trx,
  scope: Scope,
  locationId: string,
  companyId: string,
): Promise<void> {
  if ((await companyOfLocation(trx, scope, locationId)) !== companyId)
    throw new AppError(
      'invalid',
      msg`The location belongs to another company. Choose a different location.`,
    );
}
