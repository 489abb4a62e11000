import { impersonated } from '../core/impersonate.ts';
import { withTimeout } from '../core/timeout.ts';
import { CredentialRefused, type Identity } from '../options.ts';
import { isRecord } from '../record.ts';
import type { Connection } from './connection.ts';
import { reply, replyRefused } from './reply.ts';
import type { WireRequest } from './request.ts';

const ANONYMOUS: Identity = { auth: null };

/**
 * Processing time, in ms, counted against a client's limit for each rejected credential, to slow
 * down repeated attempts.
 */
const REFUSED_MS = 5;

/**
 * Handles the requests `auth` and `gauth` (protocol §12). The connection's later requests wait for
 * the response.
 */
export function authenticate(connection: Connection, request: WireRequest): void {
  const { number, body } = request;
  const resume = connection.holdForCheck();
  const fail = (status: string, message: string): void =>
    reply(connection, number, status, JSON.stringify(message));
  connection.context.sessions
    .admit(check(connection, body), (identity) => {
      if (connection.closed) return;
      if (connection.fixed) {
        const same = identity.auth !== null && identity.auth.uid === connection.identity.auth?.uid;
        if (!same) return fail('invalid_token', 'This connection is signed in by its session');
      } else {
        const crowded = connection.context.sessions.crowdedAs(connection, identity);
        if (crowded !== undefined) return fail('unavailable', crowded);
        connection.identify(identity);
      }
      const known = connection.identity.auth;
      const auth = JSON.stringify(known?.variable ?? known);
      const { expiresAt } = connection.identity;
      const expires = expiresAt === undefined ? '' : `,"expires":${Math.floor(expiresAt / 1000)}`;
      reply(connection, number, 'ok', `{"auth":${auth}${expires}}`);
    })
    .catch((error: unknown) => {
      if (error instanceof CredentialRefused) {
        connection.budget.work.charge(REFUSED_MS);
        if (error.status === 'invalid_token') explain(connection, error.message);
        replyRefused(connection, request, { asked: 'credential', path: [], error });
        return fail(error.status, error.message);
      }
      connection.context.database.log.error({ err: error }, 'A credential could not be checked');
      fail('unavailable', 'The credential cannot be checked at the moment');
    })
    .finally(resume);
}

/**
 * Makes the SDK print why a credential is rejected (protocol §4: `sd`). Otherwise, the SDK would
 * only keep reconnecting; with `mockUserToken` it does not even warn (`EmulatorTokenProvider` in
 * firebase-js-sdk).
 */
function explain(connection: Connection, reason: string): void {
  const body = JSON.stringify({ msg: `The credential of this client is refused: ${reason}` });
  connection.context.database.read(() => () => {
    connection.send(`{"t":"d","d":{"a":"sd","b":${body}}}`);
  });
}

async function check(connection: Connection, body: Record<string, unknown>): Promise<Identity> {
  const { authenticate: authenticator, database } = connection.context;
  const credential = body.cred;
  if (typeof credential !== 'string') throw new CredentialRefused('invalid_token');
  const checked = authenticator.credential(credential, 'wire');
  const identity = await withTimeout(checked, database.limits.authMs);
  if (body.noauth === true) return impersonated(identity, null);
  return isRecord(body.authvar) ? impersonated(identity, body.authvar) : identity;
}

/**
 * Handles the request `unauth` (protocol §4). An identity that was fixed at the upgrade is kept.
 * See {@link Authenticator.upgrade}.
 */
export function unauthenticate(connection: Connection, { number }: WireRequest): void {
  if (!connection.fixed) connection.identify(ANONYMOUS);
  reply(connection, number, 'ok', '""');
}
