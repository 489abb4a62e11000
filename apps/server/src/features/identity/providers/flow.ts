import { msg } from '@halyard/messages';
import * as openid from 'openid-client';
import type { Database } from '../../../platform/database/database.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  chargeAddress,
  refundAddress,
  SIGN_IN_BY_ADDRESS,
} from '../../../platform/limits/rateLimits.ts';
import type { Context, Services, Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { FRESH_MS } from '../sessions/freshSignIn.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { enter, proveAgain } from './enter.ts';
import { linkNotFound } from './errors.ts';
import { discover, isGoogle, type Person, personOf } from './openid.ts';
import { findProvider, type Provider, type ProviderSettings, providerFor } from './providers.ts';
import { ProviderRefusal } from './refusal.ts';

/** The path to which sign-in providers redirect browsers. */
export const CALLBACK_PATH = '/api/sign-in/callback';
/** How long a user may take to sign in at a sign-in provider, in ms. */
export const FLOW_MS = 10 * 60_000;
/**
 * The prefix of the OpenID Connect parameter `state` for a sign-in that creates no session and only
 * confirms who is using the current one.
 */
const AGAIN = 'again-';

/**
 * Starts a sign-in with a provider. Uses the authorization code flow with PKCE, state and nonce,
 * tied to this browser.
 * @param origin this server's public URL
 * @returns the provider's URL, and the token for this browser's cookie
 */
export async function startProviderSignIn(
  services: Services,
  settings: ProviderSettings,
  email: string | undefined,
  origin: string,
  from: SignInFrom & { session: Session | null },
): Promise<{ url: string; token: string }> {
  await chargeAddress(services.db, 'provider', from.address, SIGN_IN_BY_ADDRESS, services.clock());
  const provider = await providerFor(services.db.queries, settings, email);
  if (!provider)
    throw new AppError('not-found', msg`Single sign-on is not set up for this email address.`);
  return beginFlow(services, provider, origin, {
    sid: from.session?.sid ?? null,
    state: openid.randomState(),
    parameters: email === undefined ? {} : { login_hint: email },
  });
}

/**
 * Starts a sign-in with a provider, to check that the user of the current session is still the one
 * using the browser. Having an open session at the provider does not prove this, so the user must
 * sign in there again.
 * @param linkId the ID of one of the caller's links
 * @throws AppError `not-found` for another user's link, `conflict`, `rate-limited`
 */
export async function startSignInAgain(
  ctx: Context,
  settings: ProviderSettings,
  linkId: string,
  origin: string,
  address: string,
): Promise<{ url: string; token: string }> {
  await chargeAddress(ctx.db, 'provider', address, SIGN_IN_BY_ADDRESS, ctx.clock());
  const link = await ctx.db.queries
    .selectFrom('identities')
    .select(['provider', 'issuer'])
    .where('id', '=', linkId)
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst();
  if (!link) throw linkNotFound();
  const provider = await findProvider(ctx.db.queries, settings, link.provider);
  if (provider?.issuer !== link.issuer)
    throw new AppError('conflict', msg`This sign-in provider is no longer set up.`);
  // Google rejects `prompt=login` and offers nothing else that makes users sign in again.
  if (isGoogle(provider.issuer))
    throw new AppError(
      'conflict',
      msg`To confirm that it’s you, sign out of Halyard, sign in again with Google, and retry within 10 minutes.`,
    );
  return beginFlow(ctx, provider, origin, {
    sid: ctx.session.sid,
    state: AGAIN + openid.randomState(),
    parameters: { prompt: 'login', max_age: String(FRESH_MS / 1000) },
  });
}

async function beginFlow(
  { db, clock, log }: Services,
  provider: Provider,
  origin: string,
  about: { sid: string | null; state: string; parameters: Record<string, string> },
): Promise<{ url: string; token: string }> {
  const config = await discover(provider, clock()).catch((error: unknown) => {
    log.warn({ err: error, issuer: provider.issuer }, 'A sign-in provider could not be reached');
    throw new AppError('conflict', msg`Couldn’t reach the sign-in provider. Try again later.`);
  });
  const token = newSecret();
  const verifier = openid.randomPKCECodeVerifier();
  const flow = { state: about.state, nonce: openid.randomNonce(), verifier };
  await db.queries
    .insertInto('provider_sign_ins')
    .values({
      id: hashSecret(token),
      provider: provider.key,
      // The session's ID is stored here, because browsers do not send the session cookie when
      // another site redirects to us.
      session_id: about.sid,
      expires_at: clock() + FLOW_MS,
      ...flow,
    })
    .execute();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: origin + CALLBACK_PATH,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...about.parameters,
  });
  return { url: url.href, token };
}

/**
 * Completes a sign-in with the parameters that the sign-in provider has added to the callback URL.
 * @returns the new session; null if the sign-in confirmed the user of the current session
 * @param token the token from the browser's cookie; null if there is none
 * @param url the full callback URL as the browser sees it
 * @throws ProviderRefusal
 */
export async function finishProviderSignIn(
  services: Services,
  sessions: Sessions,
  settings: ProviderSettings,
  { token, url }: { token: string | null; url: URL },
  from: SignInFrom,
) {
  const { db, clock } = services;
  const flow = token === null ? null : await takeFlow(db, token, clock());
  const provider = flow && (await findProvider(db.queries, settings, flow.provider));
  if (!provider) throw new ProviderRefusal('expired');
  const person = await askProvider(services, provider, url, flow);
  if (flow.state.startsWith(AGAIN)) {
    if (person.signedInAt !== null && clock() - person.signedInAt >= FRESH_MS)
      throw new ProviderRefusal('expired');
    await proveAgain(services, provider, person, flow.session_id);
    await refundAddress(db, 'provider', from.address);
    return null;
  }
  const started = await enter(services, sessions, provider, person, {
    ...from,
    sid: flow.session_id,
  });
  await refundAddress(db, 'provider', from.address);
  return started;
}

interface Flow {
  provider: string;
  session_id: string | null;
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Returns and deletes a pending sign-in, so that it can be used only once, whether or not it
 * succeeds. Null if it does not exist or has expired.
 */
async function takeFlow(db: Database, token: string, now: number): Promise<Flow | null> {
  const row = await db.queries
    .deleteFrom('provider_sign_ins')
    .where('id', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .returning(['provider', 'session_id', 'state', 'nonce', 'verifier'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes sign-ins that were not completed in time. Runs once a minute. */
export async function sweepProviderSignIns(db: Database, now: number): Promise<void> {
  await db.queries.deleteFrom('provider_sign_ins').where('expires_at', '<=', now).execute();
}

async function askProvider(
  { clock, log }: Services,
  provider: Provider,
  url: URL,
  { state, nonce, verifier }: Flow,
): Promise<Person> {
  try {
    const config = await discover(provider, clock());
    const tokens = await openid.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const person = await personOf(config, tokens);
    if (person.email === null)
      log.warn(
        { issuer: provider.issuer, claims: person.claims },
        'A sign-in provider did not confirm an email address. It sent these claims',
      );
    return person;
  } catch (error) {
    log.warn({ err: error, issuer: provider.issuer }, 'A sign-in through a provider failed');
    const isRefusal =
      error instanceof openid.AuthorizationResponseError ||
      error instanceof openid.ResponseBodyError ||
      error instanceof openid.ClientError;
    throw new ProviderRefusal(isRefusal ? 'refused' : 'unreachable', { cause: error });
  }
}
