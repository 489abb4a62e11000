import {
  ADOPT_FIRST,
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  type FlagCreate,
  flagCreate,
} from '@halyard/domain';
import { BY_IMPORT, recordActivity } from '../../activity/record.ts';
import { requireScope } from '../../context.ts';
import { refusingTaken } from '../../database/scope.ts';
import { newId, uniqueKey } from '../../database/text.ts';
import { FLAG_ID_KEY, storeFlags } from '../../flags/flags.ts';
import { findFlagSettings } from '../../flags/queries.ts';
import { ownerOf } from '../../outbox/mirror.ts';
import { grouped, readPlaces } from '../places.ts';
import { type Kind, numberOf } from './kind.ts';

/** Flags, known by their flag IDs; each gets a device key. */
export const flags: Kind<FlagCreate> = {
  async rules(ctx, queries) {
    const scope = requireScope(ctx, 'flag.create');
    const places = await readPlaces(queries, scope);
    const present = await findFlagSettings(queries, scope);
    return {
      schema: flagCreate,
      inputOf(cells, notes) {
        const company = places.company(cells, notes);
        const location = places.location(cells, company, notes);
        return {
          name: cells.name,
          flagId: cells.flagId,
          companyId: company ?? location?.companyId,
          locationId: location?.id,
          moveTimeout: timeoutOf(numberOf(cells.moveTimeout)),
        };
      },
      keyField: 'flagId',
      keyOf: ({ flagId }) => (flagId ? uniqueKey(String(flagId)) : null),
      nameOf: ({ flagId = '', name = '' }) => flagId || name,
      present: grouped(
        present.map((flag) => ({ ...flag, moveTimeout: timeoutOf(flag.moveTimeout) })),
        ({ flagId }) => uniqueKey(flagId),
      ),
      refusals: ({ flagId, companyId }) =>
        ctx.link.ownersOf(flagId).includes(ownerOf(companyId))
          ? [{ field: 'flagId', text: ADOPT_FIRST }]
          : [],
    };
  },
  async store(ctx, trx, values, keys) {
    const made = values.map((value, i) => ({
      ...value,
      id: newId(),
      ownerId: ownerOf(value.companyId),
      key: keys[i]!,
    }));
    await refusingTaken(FLAG_ID_KEY, () => storeFlags(trx, made, ctx.clock()));
    const entries = made.map(({ id, name, companyId, locationId }) => ({
      kind: 'flag.created' as const,
      companyId,
      locationId,
      flagId: id,
      subject: name,
      detail: BY_IMPORT,
    }));
    await recordActivity(trx, ctx, ...entries);
    return { keys: made, people: [] };
  },
  flagIdsOf: (values) => values.map(({ flagId }) => flagId),
};

/** The default, written or left out, is one and the same. */
const timeoutOf = (seconds: number | null): number | undefined =>
  seconds === null || seconds === DEFAULT_MOVE_TIMEOUT_SECONDS ? undefined : seconds;
