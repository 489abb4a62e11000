import {
  ADOPT_FIRST,
  ADOPT_GONE,
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  type FlagCreate,
  flagCreate,
  flagUpdate,
  OWNER_OF_ANOTHER,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import { refusingTaken } from '../../../platform/database/scope.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { flagMirror, ownerOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { MIRRORED, mirrored } from '../../../realtime/outbox/mirroredFlags.ts';
import { BY_IMPORT } from '../../activity/record.ts';
import { requireScope } from '../../calls/context.ts';
import { editFlags, type FlagFields } from '../../flags/editFlags.ts';
import { FLAG_ID_KEY, insertFlags } from '../../flags/flags.ts';
import { findFlagSettings, placeOf } from '../../fleet/flags.ts';
import { type FieldNote, writtenText } from '../rows/judge.ts';
import { grouped, readPlaces } from '../rows/places.ts';
import { type Kind, numberOf } from './kind.ts';

const fixed = () => ({
  companyId: t`An import can’t change an existing flag’s company. Move the flag on the Flags page.`,
  adoptOwnerId: t`An import can’t change an existing flag’s owner.`,
});

/** How to import flags, which are identified by flag ID. Each new flag gets a device key. */
export const flags: Kind<FlagCreate, FlagFields> = {
  table: 'flags',
  async rules(ctx, queries, lines) {
    const scope = requireScope(ctx, 'flag.create');
    const places = await readPlaces(queries, scope);
    const keys = [...new Set(lines.map(({ cells }) => uniqueKey(cells.flagId ?? '')))];
    const settings: Awaited<ReturnType<typeof findFlagSettings>> = [];
    await inBatches(keys, async (some) => {
      settings.push(...(await findFlagSettings(queries, scope, some)));
    });
    const present = grouped(
      settings.map(({ ownerId, ...flag }) => ({
        ...flag,
        moveTimeout: flag.moveTimeout ?? DEFAULT_MOVE_TIMEOUT_SECONDS,
        adoptOwnerId: ownerId,
      })),
      ({ flagId }) => uniqueKey(flagId),
    );
    return {
      schema: flagCreate,
      editSchema: flagUpdate,
      inputOf(cells, notes) {
        const known = present.get(uniqueKey(cells.flagId ?? ''))?.[0];
        const company = places.company(cells, notes) ?? known?.companyId;
        const location = places.location(cells, company, notes);
        return {
          ...cells,
          companyId: company ?? location?.companyId,
          locationId: location?.id,
          flies: cells.flies?.toLowerCase() || undefined,
          moveTimeout: numberOf(cells.moveTimeout) ?? undefined,
          adoptOwnerId: cells.adoptOwnerId || undefined,
        };
      },
      keyField: 'flagId',
      keyOf: ({ flagId }) => (flagId ? uniqueKey(String(flagId)) : null),
      nameOf: ({ flagId = '', name = '' }) => flagId || name,
      present,
      refusals: (value) => ownerRefusals(value, ctx.link.ownersOf(value.flagId)),
      fixed: fixed(),
      editRefusals: () => [],
      written: (field, value) =>
        field === 'locationId' ? places.nameOfLocation(String(value)) : writtenText(value),
    };
  },
  async stager(ctx, importId) {
    return async (trx, values, { ids, keys }) => {
      const made = values.map((value, i) => ({
        ...value,
        moveTimeout: timeoutOf(value.moveTimeout),
        id: ids[i]!,
        ownerId: value.adoptOwnerId ?? ownerOf(value.companyId),
        key: keys[i]!,
      }));
      await refusingTaken(FLAG_ID_KEY, () => insertFlags(trx, ctx, made, importId));
    };
  },
  async publish(queries, ids) {
    const rows = await queries
      .selectFrom('flags')
      .select([...MIRRORED, 'name'])
      .where('id', 'in', ids)
      .execute();
    return {
      mirrors: rows.map((row) => flagMirror(mirrored(row))),
      entries: rows.map((row) => ({
        kind: 'flag.created' as const,
        ...placeOf(row),
        detail: BY_IMPORT,
      })),
    };
  },
  async edit(ctx, trx, edits) {
    // An import changes no flag IDs, so no keys become invalid.
    await editFlags(trx, ctx, edits, BY_IMPORT);
    return [];
  },
  flagIdsOf: (values) => values.map(({ flagId }) => flagId),
};

/**
 * Returns a flag's owner key if it differs from its company's own key. That is the case if the flag
 * adopted an existing device or came from another company. Undefined otherwise.
 */
export const foreignOwner = (flag: { ownerId: string; companyId: string }): string | undefined =>
  flag.ownerId === ownerOf(flag.companyId) ? undefined : flag.ownerId;

/**
 * Returns the problems with the owner key of a new flag. If a device already reports under the flag
 * ID, the owner key must be that device's key. Otherwise, an owner key from another realtime
 * database is allowed, so that the path in the device's firmware stays valid.
 */
function ownerRefusals(
  { companyId, adoptOwnerId: owner }: FlagCreate,
  reporting: readonly string[],
): FieldNote[] {
  const own = ownerOf(companyId);
  if (owner === undefined)
    return reporting.includes(own) ? [{ field: 'flagId', text: ADOPT_FIRST }] : [];
  if (owner.startsWith(ownerOf('')) && owner !== own)
    return [{ field: 'adoptOwnerId', text: OWNER_OF_ANOTHER }];
  const isGone = reporting.length > 0 && !reporting.includes(owner);
  return isGone ? [{ field: 'adoptOwnerId', text: ADOPT_GONE }] : [];
}

/**
 * Returns a pole's move timeout from a CSV cell. Undefined if the cell is empty or contains the
 * default, so that an empty cell is not treated as a change.
 */
const timeoutOf = (seconds: number | undefined): number | undefined =>
  seconds === DEFAULT_MOVE_TIMEOUT_SECONDS ? undefined : seconds;
