import { ROLE_FACTS, type UserUpdate, userTexts } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import type { Selectable } from 'kysely';
import { given } from '../../../platform/database/scope.ts';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { editEntries } from '../../activity/record.ts';
import type { Edit, Edited } from '../../activity/storeEdited.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { dropConfirmations } from '../email/emailConfirmations.ts';
import { ACCOUNT_FIELDS, accountEntry, lockUser, userNotFound } from '../queries.ts';
import { renewSessions } from '../sessions/sessions.ts';
import { mirrorTokens } from '../tokens/tokens.ts';
import { nextTenant, requireAssignable } from './tenant.ts';

export const LAST_MASTER = msg`The last master cannot be deleted or demoted.`;

/** An account's stored fields, including a hash of the password instead of the password itself. */
export type UserFields = Omit<UserUpdate, 'password'> & { passwordHash?: string | undefined };

export interface EditedUser {
  before: Selectable<UserTable>;
  after: Selectable<UserTable>;
  /** The outbox rows and log entries of the edit, to pass to `storeEdited`. */
  edited: Edited;
  /**
   * Whether the permissions of the account's sessions and tokens have changed. If so, the caller
   * must call `renewAccess`.
   */
  rightsChanged: boolean;
}

/**
 * Changes the row of an account. If the password changes, the caller must also end the sessions and
 * mail the owner. If users change their own email address, the caller must also queue the
 * confirmation email.
 * @param isLastMaster the result of `lockMasters`, if a master may be demoted
 * @throws AppError `forbidden` for the caller's own role or a role that the caller may not assign;
 * `invalid` if the role does not match the company and location; `not-found` outside the caller's
 * scope
 */
export async function editUser(
  trx: Trx,
  ctx: Context,
  { id, fields: edits }: Edit<UserFields>,
  isLastMaster: (userId: string) => boolean,
): Promise<EditedUser> {
  const scope = requireScope(ctx, 'user.update');
  const isOwn = id === ctx.actor.id;
  const before = await lockUser(trx, scope, id);
  const role = edits.role ?? before.role;
  if (role !== before.role) {
    if (isOwn) throw forbidden(msg`You cannot change your own role.`);
    requireAssignable(ctx, role);
    if (ROLE_FACTS[role].isInvitedOnly)
      throw new AppError('invalid', messageOf(userTexts.byInvitation(role)));
    if (isLastMaster(id)) throw new AppError('conflict', LAST_MASTER);
  }
  const tenant = await nextTenant(trx, ctx, scope, before, { ...edits, role });
  const after = await trx
    .updateTable('users')
    .set({
      ...given({
        username: edits.username,
        username_key: edits.username === undefined ? undefined : uniqueKey(edits.username),
        password_hash: edits.passwordHash,
        first_name: edits.firstName,
        last_name: edits.lastName,
        email: edits.email,
        confirmed_email: isOwn ? undefined : edits.email,
        phone: edits.phone,
      }),
      role,
      may_move_poles: mayMove(role, edits.mayMovePoles, before.may_move_poles),
      ...tenant,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!after) throw userNotFound();
  if (!isOwn && edits.email !== undefined) await dropConfirmations(trx, id);
  // Record the change for both the old and the new company.
  const moved = before.company_id !== after.company_id;
  const places = moved ? [before, after] : [after];
  return {
    before,
    after,
    edited: {
      mirror: profileMirror(after),
      companyIds: [before.company_id, after.company_id],
      entries: places.flatMap(({ company_id }) =>
        editEntries(
          { kind: 'user.changed', ...accountEntry({ ...after, company_id }) },
          { before, after, names: ACCOUNT_FIELDS },
        ),
      ),
    },
    rightsChanged: RIGHTS.some((column) => before[column] !== after[column]),
  };
}

const RIGHTS = ['role', 'company_id', 'location_id', 'all_companies', 'may_move_poles'] as const;

/**
 * Applies the new permissions of an account to its sessions and tokens. The caller must call
 * `link.accountChanged` after the commit.
 */
export async function renewAccess(
  trx: Trx,
  { id, may_move_poles }: Pick<Selectable<UserTable>, 'id' | 'may_move_poles'>,
  now: number,
): Promise<void> {
  await renewSessions(trx, id, now);
  await mirrorTokens(trx, id, may_move_poles, now);
}

/**
 * Returns whether an account may send commands to poles after a change. Only some roles can be
 * limited to viewing (`mayOnlyLook`); all others may always send commands.
 * @param asked the requested value; omitted to keep the current one
 * @throws AppError `invalid` if `asked` is false for a role that cannot be limited
 */
export function mayMove(
  role: UserTable['role'],
  asked: boolean | undefined,
  present = true,
): boolean {
  if (ROLE_FACTS[role].mayOnlyLook) return asked ?? present;
  if (asked === false) throw new AppError('invalid', messageOf(userTexts.alwaysMoves));
  return true;
}
