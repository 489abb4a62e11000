import {
  DEFAULT_ROLE,
  isOperator,
  mayAssign,
  mayBeStaff,
  ROLE_FACTS,
  ROLES,
  type Role,
  USERNAME_TAKEN,
  userCreate,
  userTexts,
  userUpdate,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import type { z } from 'zod';
import { inBatches } from '../../../platform/database/batches.ts';
import { refusingTaken } from '../../../platform/database/scope.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { forbidden } from '../../../platform/errors.ts';
import { profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { BY_IMPORT } from '../../activity/record.ts';
import { type Edited, storeEdited } from '../../activity/storeEdited.ts';
import { requireScope } from '../../calls/context.ts';
import { noPasswordHash } from '../../identity/passwords/passwords.ts';
import { findUsers } from '../../identity/queries.ts';
import { editUser, renewAccess, type UserFields } from '../../identity/users/editUser.ts';
import { insertUsers, USERNAME_KEY } from '../../identity/users/users.ts';
import { type FieldNote, type Input, type Present, writtenText } from '../rows/judge.ts';
import { grouped, readPlaces } from '../rows/places.ts';
import type { Kind } from './kind.ts';

const NOBODY_ONLINE: ReadonlySet<string> = new Set();

const person = userCreate.omit({ password: true, allCompanies: true });
type Person = z.infer<typeof person>;

const personEdit = userUpdate.omit({ password: true, allCompanies: true });
/** The message for a CSV line that would change a master's role, which an import never does. */
const NO_MASTER = () => false;

/**
 * The messages for changes that users have to make in the console, because an import cannot make
 * them.
 */
const TEXTS = {
  company: () => t`An import can’t change an existing user’s company. Edit the user in Employees.`,
  own: () => t`This is your own account. Edit it on your profile page.`,
  master: () => t`An import can’t change masters. Edit this user in Employees.`,
  newMaster: () => t`An import can’t make an existing user a master. Change the role in Employees.`,
};

/**
 * How to import users, who are identified by username. They get their passwords later
 * (`run/invite.ts`).
 */
export const people: Kind<Person, UserFields> = {
  table: 'users',
  async rules(ctx, queries) {
    const scope = requireScope(ctx, 'user.create');
    const places = await readPlaces(queries, scope);
    const users = await findUsers(queries, scope, NOBODY_ONLINE);
    const present = grouped(
      users.map((user) => ({ ...user })),
      ({ username }) => uniqueKey(username),
    );
    const rows = await queries.selectFrom('users').select('username_key').execute();
    const taken = new Set(rows.map((row) => row.username_key));
    const written = (field: string, value: unknown) => {
      if (field === 'role') return ROLE_FACTS[value as Role].label;
      if (field === 'mayMovePoles') return value === false ? 'no' : 'yes';
      return field === 'locationId' && value
        ? places.nameOfLocation(String(value))
        : writtenText(value);
    };
    return {
      schema: person,
      editSchema: personEdit,
      inputOf(cells, notes) {
        const role = roleOf(cells.role);
        const known = present.get(uniqueKey(cells.username ?? ''))?.[0];
        const company = places.company(cells, notes) ?? known?.companyId ?? undefined;
        const location = places.location(cells, company, notes);
        const belongs = !isOperator(role);
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
      present,
      refusals: ({ role, companyId, locationId, mayMovePoles }, key) => {
        const notes: FieldNote[] = [];
        // A user of another company has this username. The message must not name that company.
        if (taken.has(key)) notes.push({ field: 'username', text: USERNAME_TAKEN });
        if (!mayAssign(ctx.actor, role))
          notes.push({ field: 'role', text: inLanguage(forbidden().text) });
        return [...notes, ...placeRefusals({ role, companyId, locationId, mayMovePoles })];
      },
      fixed: { companyId: TEXTS.company() },
      editRefusals: (thing, next) => editRefusals(ctx.actor.id, thing, next),
      written,
    };
  },
  async stager({ clock }, importId) {
    return async (trx, values, { ids }) => {
      const rows = values.map((value, i) => ({
        ...value,
        id: ids[i]!,
        passwordHash: noPasswordHash(),
        companyId: value.companyId ?? null,
        locationId: value.locationId ?? null,
      }));
      await refusingTaken(USERNAME_KEY, () => insertUsers(trx, rows, clock(), importId));
    };
  },
  async publish(queries, ids) {
    const rows = await queries
      .selectFrom('users')
      .select(['id', 'username', 'email', 'first_name', 'last_name', 'company_id'])
      .where('id', 'in', ids)
      .execute();
    return {
      mirrors: rows.map(profileMirror),
      entries: rows.map(({ username, company_id }) => ({
        kind: 'user.created' as const,
        companyId: company_id,
        subject: username,
        detail: BY_IMPORT,
      })),
    };
  },
  async edit(ctx, trx, edits) {
    const edited: Edited[] = [];
    const renewed: string[] = [];
    await inBatches(edits, async (batch) => {
      for (const edit of batch) {
        const user = await editUser(trx, ctx, edit, NO_MASTER);
        edited.push(user.edited);
        if (!user.rightsChanged) continue;
        await renewAccess(trx, user.after, ctx.clock());
        renewed.push(edit.id);
      }
    });
    await storeEdited(trx, ctx, edited, BY_IMPORT);
    return renewed;
  },
  flagIdsOf: () => [],
};

/**
 * Checks that the role, company, location and permissions of a new or changed user fit together.
 */
function placeRefusals({ role, companyId, locationId, mayMovePoles }: Input): FieldNote[] {
  const notes: FieldNote[] = [];
  const { belongsTo, mayOnlyLook } = ROLE_FACTS[role as Role];
  if (belongsTo !== 'nothing' && !mayBeStaff(role as Role))
    if (!locationId && !(belongsTo === 'company' && companyId))
      notes.push({ field: 'locationId', text: userTexts.locationRequired });
  if (mayMovePoles === false && !mayOnlyLook)
    notes.push({ field: 'mayMovePoles', text: userTexts.alwaysMoves });
  return notes;
}

/**
 * Returns the problems with an import's change to an existing user.
 * @param own the ID of the user who runs the import
 */
function editRefusals(own: string, thing: Present, next: Input): FieldNote[] {
  if (thing.id === own) return [{ field: 'username', text: TEXTS.own() }];
  if (isOperator(thing.role as Role)) return [{ field: 'role', text: TEXTS.master() }];
  const role = next.role as Role;
  if (isOperator(role)) return [{ field: 'role', text: TEXTS.newMaster() }];
  if (ROLE_FACTS[role].isInvitedOnly && role !== thing.role)
    return [{ field: 'role', text: userTexts.byInvitation(role) }];
  return placeRefusals(next);
}

/**
 * Returns the role that a CSV cell gives by name or label. An empty cell means the default role. An
 * unknown role is returned unchanged, and the schema rejects it.
 */
function roleOf(cell = ''): string {
  const said = cell.toLowerCase().replace(/[\s_-]+/g, '_');
  if (said === '') return DEFAULT_ROLE;
  return (
    ROLES.find(
      (role) => role === said || ROLE_FACTS[role].label.toLowerCase() === cell.toLowerCase(),
    ) ?? cell
  );
}

/**
 * Parses "yes" or "no" as written by exports and spreadsheets.
 * @returns undefined if the column is missing
 */
function yesOrNo(field: string, cell: string | undefined, notes: FieldNote[]): boolean | undefined {
  if (cell === undefined) return undefined;
  const text = cell.toLowerCase();
  if (['', 'yes', 'true', '1'].includes(text)) return true;
  if (!['no', 'false', '0'].includes(text)) notes.push({ field, text: t`Enter yes or no` });
  return false;
}
