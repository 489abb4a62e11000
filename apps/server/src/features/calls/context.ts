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

/** What every verb works with, whoever calls. */
export interface Services {
  readonly db: Database;
  readonly link: RealtimeLink;
  /** Null where no mail server is configured. Masters may change it: ask again for each piece of work. */
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  readonly domainClock: DomainClock;
  /** Counts refused calls for the activity log; absent where no calls are served. */
  readonly refusals?: RefusalCounter;
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** The same services on another database: that of a job's term. */
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

/** The public half of a session; the token is in the cookie alone. */
export interface Session {
  readonly sid: string;
  readonly userId: string;
  /** Epoch milliseconds after which it ends however much it is used. */
  readonly expiresAt: number;
  /** Milliseconds without use after which it ends before that. */
  readonly idleMs: number;
  /** Epoch milliseconds at which its user last signed in or entered the password; 0 for API tokens. */
  readonly provenAt: number;
  /** Opened with a temporary password: it may do nothing but set a new one. */
  readonly temporary: boolean;
  /** The role requires a second factor, which the account has not: it may do nothing but set one up. */
  readonly secondFactorMissing: boolean;
  /** Of the API token that came in place of a person; absent: a person is at the console. */
  readonly tokenScope?: TokenScope;
}

/** Where a call comes from, as the activity log tells it. */
export interface Origin {
  readonly channel: ActivityChannel;
  /** The client's address; null at the server itself. */
  readonly address: string | null;
}

/** First argument of every verb that a signed-in person calls. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly session: Session;
  readonly origin: Origin;
}

/**
 * How far the actor's permission reaches.
 * @throws AppError `forbidden` where the role may never, or the token that speaks for it may not
 */
export function requireScope(ctx: Context, action: Action): Scope {
  const scope = scopeFor(ctx, action);
  if (!scope) throw forbidden();
  return scope;
}

/** The same, null where it is not allowed. */
export function scopeFor({ actor, session }: Context, action: Action): Scope | null {
  const { tokenScope } = session;
  const isCovered = tokenScope === undefined || isScopeEnough(tokenScope, scopeNeededFor(action));
  return isCovered ? scopeOf(actor, action) : null;
}

/** One change: the relational transaction with its outbox rows, then up to 2 s for the mirror. */
export async function change<T>(ctx: Services, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  await ctx.link.flushOutbox();
  return result;
}
