import type { Action, ActivityChannel, Actor, Scope, TokenScope } from '@halyard/domain';
import { isScopeEnough, scopeNeededFor, scopeOf } from '@halyard/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock, DomainClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { RealtimeLink } from '../../realtime/link.ts';
import type { RefusalCounter } from './refusals.ts';

/** The services that every verb uses. They do not depend on the caller. */
export interface Services {
  readonly db: Database;
  readonly link: RealtimeLink;
  /**
   * Null if no mail server is configured. Masters may change it: read it for each piece of work.
   */
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  readonly domainClock: DomainClock;
  /** Counts refused calls for the activity log. Absent if this process serves no calls. */
  readonly refusals?: RefusalCounter;
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
}

/**
 * Returns the same services with another database, such as the one that a job uses during its term.
 */
export const withDatabase = (services: Services, db: Database): Services => ({
  db,
  link: services.link,
  get mailer() {
    return services.mailer;
  },
  clock: services.clock,
  domainClock: services.domainClock,
  log: services.log,
});

/** The public part of a session. The token is only in the cookie. */
export interface Session {
  readonly sid: string;
  readonly userId: string;
  /** When the session ends even if it is in use, in epoch milliseconds. */
  readonly expiresAt: number;
  /** Milliseconds without use after which the session ends early. */
  readonly idleMs: number;
  /**
   * When the user last signed in or entered the password, in epoch milliseconds; 0 for API tokens.
   */
  readonly provenAt: number;
  /** Whether a temporary password opened the session: the user can only set a new password. */
  readonly temporary: boolean;
  /**
   * Whether the role requires a second factor that the account lacks: the user can only set one up.
   */
  readonly secondFactorMissing: boolean;
  /** The scope of the API token that made the call; absent if a user makes it in the console. */
  readonly tokenScope?: TokenScope;
}

/** Where a call comes from, as the activity log shows it. */
export interface Origin {
  readonly channel: ActivityChannel;
  /** The client's IP address; null for a command on the server itself. */
  readonly address: string | null;
}

/** The first argument of every verb that needs a signed-in caller. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly session: Session;
  readonly origin: Origin;
}

/**
 * Returns the scope in which the actor may take the action.
 * @throws AppError `forbidden` if the actor's role or API token does not allow the action
 */
export function requireScope(ctx: Context, action: Action): Scope {
  const scope = scopeFor(ctx, action);
  if (!scope) throw forbidden();
  return scope;
}

/** Like `requireScope`, but returns null if the action is not allowed. */
export function scopeFor({ actor, session }: Context, action: Action): Scope | null {
  const { tokenScope } = session;
  const isCovered = tokenScope === undefined || isScopeEnough(tokenScope, scopeNeededFor(action));
  return isCovered ? scopeOf(actor, action) : null;
}

/**
 * Runs one change: a relational transaction with its outbox rows, then waits up to 2 s for the
 * mirror.
 */
export async function change<T>(ctx: Services, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  await ctx.link.flushOutbox();
  return result;
}
