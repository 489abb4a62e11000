import {
  LOOK_ONLY_ROLES,
  ROLE_LABELS,
  ROLES,
  USERNAME_TAKEN,
  userCreate,
  userTexts,
} from '@halyard/domain';
import type { z } from 'zod';
import { BY_IMPORT, recordActivity } from '../../activity/record.ts';
import { requireScope } from '../../context.ts';
import { refusingTaken } from '../../database/scope.ts';
import { newId, uniqueKey } from '../../database/text.ts';
import { forbidden } from '../../errors.ts';
import { noPasswordHash } from '../../sessions/passwords.ts';
import { findUsers } from '../../users/queries.ts';
import { storeUsers, USERNAME_KEY } from '../../users/users.ts';
import type { FieldNote } from '../judge.ts';
import { grouped, readPlaces } from '../places.ts';
import type { Kind } from './kind.ts';

const NOBODY_ONLINE: ReadonlySet<string> = new Set();

const person = userCreate.omit({ password: true, allCompanies: true });
type Person = z.infer<typeof person>;

/** People, known by their usernames. Their passwords come later: see `invite.ts`. */
export const people: Kind<Person> = {
  async rules(ctx, queries) {
    const scope = requireScope(ctx, 'user.create');
    const places = await readPlaces(queries, scope);
    const present = await findUsers(queries, scope, NOBODY_ONLINE);
    const rows = await queries.selectFrom('users').select('username_key').execute();
    const taken = new Set(rows.map((row) => row.username_key));
    return {
      schema: person,
      inputOf(cells, notes) {
        const role = roleOf(cells.role);
        const company = places.company(cells, notes);
        const location = places.location(cells, company, notes);
        const belongs = role !== 'master';
        return {
          ...cells,
          role,
          mayMovePoles: yesOrNo('mayMovePoles', cells.mayMovePoles, notes),
          companyId: (belongs && (location?.companyId ?? company)) || null,
          locationId: (belongs && location?.id) || null,
        };
      },
      keyField: 'username',
      keyOf: ({ username }) => (username ? uniqueKey(String(username)) : null),
      nameOf: ({ username = '' }) => username,
      present: grouped(
        present.map((user) => ({ ...user })),
        ({ username }) => uniqueKey(username),
      ),
      refusals: ({ role, companyId, locationId, mayMovePoles }, key) => {
        const notes: FieldNote[] = [];
        // Another company's: whose, nobody is told.
        if (taken.has(key)) notes.push({ field: 'username', text: USERNAME_TAKEN });
        if (role === 'master' && ctx.actor.role !== 'master')
          notes.push({ field: 'role', text: forbidden().message });
        if (role !== 'master' && !locationId && !(role === 'company_user' && companyId))
          notes.push({ field: 'locationId', text: userTexts.locationRequired });
        if (mayMovePoles === false && !LOOK_ONLY_ROLES.includes(role))
          notes.push({ field: 'mayMovePoles', text: userTexts.alwaysMoves });
        return notes;
      },
    };
  },
  async store(ctx, trx, values) {
    const now = ctx.clock();
    const rows = values.map((value) => ({
      ...value,
      id: newId(),
      passwordHash: noPasswordHash(),
      companyId: value.companyId ?? null,
      locationId: value.locationId ?? null,
    }));
    await refusingTaken(USERNAME_KEY, () => storeUsers(trx, rows, now));
    const entries = rows.map(({ username, companyId }) => ({
      kind: 'user.created' as const,
      companyId,
      subject: username,
      detail: BY_IMPORT,
    }));
    await recordActivity(trx, ctx, ...entries);
    return { keys: [], people: values.map(({ username, email }) => ({ username, email })) };
  },
  flagIdsOf: () => [],
};

/** By its name or its label; nothing means location_user, what is unknown the schema refuses. */
function roleOf(cell = ''): string {
  const said = cell.toLowerCase().replace(/[\s_-]+/g, '_');
  if (said === '') return 'location_user';
  return (
    ROLES.find((role) => role === said || ROLE_LABELS[role].toLowerCase() === cell.toLowerCase()) ??
    cell
  );
}

/** As an export and spreadsheets write it. @returns undefined for a column that is missing */
function yesOrNo(field: string, cell: string | undefined, notes: FieldNote[]): boolean | undefined {
  if (cell === undefined) return undefined;
  const text = cell.toLowerCase();
  if (['', 'yes', 'true', '1'].includes(text)) return true;
  if (!['no', 'false', '0'].includes(text)) notes.push({ field, text: 'Enter yes or no' });
  return false;
}
