import { type Actor, isOperator, OPERATOR_ROLE, type Role } from '@halyard/domain';
import { storeLastUse } from '../../../platform/database/lastUses.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId, newSecret } from '../../../platform/database/text.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { accessMirror, accessOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import type { Services, Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { mailOwner } from '../accountMails.ts';
import { TEMPORARY_MS } from '../passwords/temporaryPassword.ts';
import { readCookie, sessionCookieName } from './cookie.ts';
import { noteBrowser } from './knownBrowsers.ts';
import { recordSignIn, type SessionKind } from './signInActivity.ts';

export interface SessionSettings extends Pick<MailSettings, 'productName' | 'mailsPerCompany'> {
  /** The server's port. It is part of the cookie name, because cookies do not distinguish ports. */
  port: number;
  /** Whether clients connect with TLS. If so, the server sends `Secure` cookies and HSTS. */
  secureCookies: boolean;
  sessionIdleMs: number;
  sessionMaxMs: number;
  /**
   * How long a master's session may last, in ms: without use, and in total. The limits for all
   * users apply if they are shorter.
   */
  masterSessionIdleMs: number;
  masterSessionMaxMs: number;
  /** The roles whose users must set up a second factor before they can do anything else. */
  requireSecondFactor: readonly Role[];
}

/** A request's session, and its user or service account. */
export interface AuthenticatedSession {
  session: Session;
  actor: Actor;
}

const MAX_USER_AGENT = 400;

/**
 * How long, in ms, an account counts as online after the last use of one of its sessions
 * (decisions, "Status badge").
 */
export const ACTIVE_MS = 5 * 60_000;

/**
 * The sessions of all accounts. A session is created at sign-in, and read for each request and each
 * new WebSocket.
 */
export interface Sessions {
  readonly cookieName: string;
  /** Returns the session for the `Cookie` header of a request. Null if there is no valid one. */
  fromCookie(cookieHeader: string | undefined): Promise<AuthenticatedSession | null>;
  /**
   * Creates a session within the caller's transaction. Its token is stored only in the browser's
   * cookie.
   */
  start(
    trx: Trx,
    userId: string,
    from: SignInFrom | null,
    kind?: SessionKind,
  ): Promise<{ token: string; session: Session }>;
  /** Records that a session is being used now. */
  noteUse(sid: string, userId: string): void;
  /**
   * Returns the time when a session was last used, if this process has not yet written that time to
   * the database.
   */
  unwrittenUse(sid: string): number | undefined;
  /** Returns the IDs of users who have used a session within ACTIVE_MS. */
  activeUserIds(): Promise<Set<string>>;
  /**
   * Stores the times when sessions were last used. These times are collected in memory, and stored
   * in batches once a minute and at shutdown.
   */
  flush(): Promise<void>;
  /** Ends expired sessions. Runs once a minute. */
  sweep(): Promise<void>;
}

export function createSessions(services: Services, settings: SessionSettings): Sessions {
  const { db, link, clock } = services;
  const cookieName = sessionCookieName(settings);
  let lastUse = new Map<string, { userId: string; at: number }>();

  const { sessionIdleMs, sessionMaxMs } = settings;
  const masterIdleMs = Math.min(sessionIdleMs, settings.masterSessionIdleMs);
  const masterMaxMs = Math.min(sessionMaxMs, settings.masterSessionMaxMs);
  const idleMs = (role: Role) => (isOperator(role) ? masterIdleMs : sessionIdleMs);
  const mostMs = ({ temporary, role }: { temporary: boolean; role: Role }) => {
    if (temporary) return TEMPORARY_MS;
    return isOperator(role) ? masterMaxMs : sessionMaxMs;
  };
  const isMissing = (
    row: { role: Role; second_factor_since: number | null },
    viaProvider: boolean,
  ) =>
    !viaProvider &&
    row.second_factor_since === null &&
    settings.requireSecondFactor.includes(row.role);
  const holds = (
    row: {
      id: string;
      role: Role;
      created_at: number;
      last_used_at: number;
      temporary: boolean;
    },
    now: number,
  ) =>
    now < row.created_at + mostMs(row) &&
    now < Math.max(row.last_used_at, lastUse.get(row.id)?.at ?? 0) + idleMs(row.role);

  const sessions: Sessions = {
    cookieName,

    noteUse(sid, userId) {
      lastUse.set(sid, { userId, at: clock() });
    },

    unwrittenUse: (sid) => lastUse.get(sid)?.at,

    async fromCookie(cookieHeader) {
      const token = readCookie(cookieHeader, cookieName);
      if (!token) return null;
      const row = await db.prompt(findByToken(db.queries, hashSecret(token)));
      const now = clock();
      if (!row || !holds(row, now)) return null;
      sessions.noteUse(row.id, row.user_id);
      return {
        session: {
          sid: row.id,
          userId: row.user_id,
          expiresAt: row.created_at + mostMs(row),
          idleMs: idleMs(row.role),
          provenAt: row.proven_at,
          temporary: row.temporary,
          secondFactorMissing: isMissing(row, row.via_provider),
        },
        actor: {
          id: row.user_id,
          role: row.role,
          companyId: row.company_id,
          locationId: row.location_id,
          allCompanies: row.all_companies,
          mayMovePoles: row.may_move_poles,
        },
      };
    },

    async start(trx, userId, from, kind = 'full') {
      const now = clock();
      const temporary = kind === 'temporary';
      const token = newSecret();
      const sid = newId();
      await trx
        .insertInto('sessions')
        .values({
          id: sid,
          token_hash: hashSecret(token),
          user_id: userId,
          temporary,
          via_provider: kind === 'provider',
          user_agent: from?.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
          address: from?.address ?? null,
          created_at: now,
          proven_at: now,
          last_used_at: now,
        })
        .execute();
      const account = await withSecondFactor(trx)
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow();
      if (!temporary)
        await enqueue(trx, accessMirror([sid], accessOf(account.may_move_poles)), now);
      if (from) {
        await recordSignIn(trx, userId, kind, { address: from.address, at: now });
        const isNew = await noteBrowser(trx, userId, from.browser, now);
        // Users who have just created their account already know about this sign-in.
        if (isNew && now - account.user_created_at >= ACTIVE_MS)
          await mailOwner(trx, services, settings, userId, { kind: 'sign-in', ...from });
      }
      const secondFactorMissing = isMissing(account, kind === 'provider');
      const expiresAt = now + mostMs({ temporary, role: account.role });
      const session = {
        ...{ sid, userId, expiresAt, idleMs: idleMs(account.role), provenAt: now },
        ...{ temporary, secondFactorMissing },
      };
      return { token, session };
    },

    async activeUserIds() {
      const since = clock() - ACTIVE_MS;
      const rows = await db.queries
        .selectFrom('sessions')
        .select('user_id')
        .distinct()
        .where('last_used_at', '>', since)
        .execute();
      const ids = new Set(rows.map((row) => row.user_id));
      for (const { userId, at } of lastUse.values()) if (at > since) ids.add(userId);
      return ids;
    },

    async flush() {
      if (lastUse.size === 0) return;
      const uses = lastUse;
      lastUse = new Map();
      try {
        // All sessions get the same time. A difference of a minute does not matter for a session of
        // 14 days.
        await storeLastUse(db, 'sessions', [...uses.keys()], clock());
      } catch (error) {
        lastUse = new Map([...uses, ...lastUse]);
        throw error;
      }
    },

    async sweep() {
      const now = clock();
      const ended = await db.transaction(async (trx) => {
        const masters = trx.selectFrom('users').select('id').where('role', '=', OPERATOR_ROLE);
        const rows = await trx
          .deleteFrom('sessions')
          .where((eb) =>
            eb.or([
              eb('created_at', '<=', now - sessionMaxMs),
              eb('last_used_at', '<=', now - sessionIdleMs),
              eb.and([
                eb.or([
                  eb('created_at', '<=', now - masterMaxMs),
                  eb('last_used_at', '<=', now - masterIdleMs),
                ]),
                eb('user_id', 'in', masters),
              ]),
              eb.and([eb('temporary', '=', true), eb('created_at', '<=', now - TEMPORARY_MS)]),
            ]),
          )
          .returning('id')
          .execute();
        const sids = rows.map((row) => row.id);
        await enqueue(trx, accessMirror(sids, false), now);
        return sids;
      });
      if (ended.length === 0) return;
      await link.flushOutbox();
      link.sessionsEnded(ended);
    },
  };
  return sessions;
}

/** Selects accounts, with their permissions and the time when their second factor was set up. */
function withSecondFactor(queries: Queries) {
  return queries
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.role',
      'users.may_move_poles',
      'users.created_at as user_created_at',
      'second_factors.confirmed_at as second_factor_since',
    ]);
}

function findByToken(queries: Queries, tokenHash: string) {
  return withSecondFactor(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'sessions.proven_at',
      'sessions.last_used_at',
      'sessions.temporary',
      'sessions.via_provider',
      'users.company_id',
      'users.location_id',
      'users.all_companies',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Gives an account's sessions new public IDs, within the caller's transaction. Clients with an old
 * ID lose access, even if their Firebase token is still valid.
 */
export async function renewSessions(trx: Trx, userId: string, now: number): Promise<void> {
  const rows = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.temporary', 'users.may_move_poles'])
    .where('user_id', '=', userId)
    .execute();
  for (const { id, temporary, may_move_poles } of rows) {
    const next = newId();
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ id: next })
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // The session may have ended in the meantime. A session that was opened with a temporary
    // password has no access at all.
    const granted =
      numUpdatedRows > 0 && !temporary ? accessMirror([next], accessOf(may_move_poles)) : {};
    await enqueue(trx, { ...accessMirror([id], false), ...granted }, now);
  }
}

/** The sessions to end: all sessions of an account, all but one of them, or a single one. */
export type Ending = { userId: string; except?: string } | { sid: string; userId?: string };

/**
 * Ends sessions within the caller's transaction. Unless it ends a single session, also deletes the
 * account's sign-ins that are waiting for a second-factor code.
 * @returns the public IDs of the ended sessions, to pass to `link.sessionsEnded` after the commit
 */
export async function endSessions(trx: Trx, which: Ending, now: number): Promise<string[]> {
  let query = trx.deleteFrom('sessions').returning('id');
  if ('sid' in which) query = query.where('id', '=', which.sid);
  else if (which.except !== undefined) query = query.where('id', '<>', which.except);
  if (which.userId !== undefined) query = query.where('user_id', '=', which.userId);
  const sids = (await query.execute()).map((row) => row.id);
  if (!('sid' in which))
    await trx.deleteFrom('pending_sign_ins').where('user_id', '=', which.userId).execute();
  await enqueue(trx, accessMirror(sids, false), now);
  return sids;
}
