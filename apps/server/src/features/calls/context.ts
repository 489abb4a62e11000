import type { Action, ActivityChannel, Actor, Scope, TokenScope } from '@halyard/domain';
import { isScopeEnough, scopeNeededFor, scopeOf } from '@halyard/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock, DomainClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { RealtimeLink } from '../../realtime/link.ts';
import type { RefusalCounter } from './refusals.ts';

/** The services that the handlers of all API calls use. They do not depend on the caller. */
export interface Services {
  readonly db: Database;
  readonly link: RealtimeLink;
  /**
   * The mailer. Null if there is no mail server. Masters can change the mail server, so read this
   * property each time.
   */
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  readonly domainClock: DomainClock;
  /**
   * Counts refused API calls for the activity log. Omitted if this process does not serve API
   * calls.
   */
  readonly refusals?: RefusalCounter;
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** Returns the same services with a different database. */
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

/** The session without its token, which only the cookie contains. */
export interface Session {
  readonly sid: string;
  readonly userId: string;
  /** The time when the session ends even if the user is active, in epoch milliseconds. */
  readonly expiresAt: number;
  /** How long, in ms, the session may stay unused before it ends. */
  readonly idleMs: number;
  /**
   * The time when the user last signed in or entered the password, in epoch milliseconds. 0 for API
   * tokens.
   */
  readonly provenAt: number;
  /**
   * Whether the session was opened with a temporary password. If so, the user can only set a new
   * password.
   */
  readonly temporary: boolean;
  /**
   * Whether the user must set up a second factor but has not done so. Until then, the user can do
   * nothing else.
   */
  readonly secondFactorMissing: boolean;
  /** The scope of the call's API token. Undefined if the call came from the console. */
  readonly tokenScope?: TokenScope;
}

/** Where an API call came from, as the activity log shows it. */
export interface Origin {
  readonly channel: ActivityChannel;
  /** The client's IP address. Null for a command that was run on the server itself. */
  readonly address: string | null;
}

/** The context of an API call that requires signing in: the first argument of its handler. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly session: Session;
  readonly origin: Origin;
}

/**
 * Returns the scope in which the actor may perform the action.
 * @throws AppError `forbidden` if the actor's role or API token does not allow the action
 */
export function requireScope(ctx: Context, action: Action): Scope {
  const scope = scopeFor(ctx, action);
  if (!scope) throw forbidden();
  return scope;
}

/**
 * Returns the scope in which the actor may perform the action. Null if the actor's role or API
 * token does not allow the action.
 */
export function scopeFor({ actor, session }: Context, action: Action): Scope | null {
  const { tokenScope } = session;
  const isCovered = tokenScope === undefined || isScopeEnough(tokenScope, scopeNeededFor(action));
  return isCovered ? scopeOf(actor, action) : null;
}

/**
 * Changes the relational and the realtime database together. Runs a transaction, which also queues
 * the changes for the realtime database. Then waits up to 2 s until they are applied there.
 */
export async function change<T>(ctx: Services, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  await ctx.link.flushOutbox();
  return result;
}

/**
 * Like `change`, but returns what `read` reads from the relational database after the change. Reads
 * it while the change is being applied to the realtime database.
 */
export async function changeAndRead<T>(
  ctx: Services,
  work: (trx: Trx) => Promise<unknown>,
  read: (queries: Queries) => Promise<T>,
): Promise<T> {
  await ctx.db.transaction(work);
  const [found] = await Promise.all([read(ctx.db.queries), ctx.link.flushOutbox()]);
  return found;
}
