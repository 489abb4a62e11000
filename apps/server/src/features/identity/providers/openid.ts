import { isPlainText } from '@halyard/domain';
import * as openid from 'openid-client';
import { hashSecret } from '../../../platform/database/text.ts';
import type { Provider } from './providers.ts';

/** Seconds that a provider may take to answer. */
const TIMEOUT_S = 10;
/** How long a provider's metadata is cached, in milliseconds. */
const KEPT_MS = 60 * 60_000;

const known = new Map<string, { config: Promise<openid.Configuration>; until: number }>();

/** Returns a provider's metadata, fetched at most once an hour. Failures are not cached. */
export function discover(provider: Provider, now: number): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const key = hashSecret([issuer, clientId, clientSecret].join('\n'));
  const kept = known.get(key);
  if (kept && now < kept.until) return kept.config;
  for (const [old, { until }] of known) if (until <= now) known.delete(old);
  const execute = [openid.enableNonRepudiationChecks];
  // The contract allows plain HTTP only for loopback addresses.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests);
  const config = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_S,
  });
  known.set(key, { config, until: now + KEPT_MS });
  config.catch(() => known.delete(key));
  return config;
}

/** A person who signed in at a provider. */
export interface Person {
  /** The provider's own id of the person, which never changes. */
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
  /**
   * When the person last signed in there, in epoch milliseconds. Null if the provider does not say.
   */
  signedInAt: number | null;
  firstName: string;
  lastName: string;
}

/**
 * Lowercases only ASCII letters: Unicode would turn the Kelvin sign into `k`, which is
 * another mailbox.
 */
const inSmallLetters = (email: string) => email.replace(/[A-Z]+/g, (some) => some.toLowerCase());

/** Reads the person from the provider's response. Fetches what the ID token does not contain. */
export async function personOf(
  config: openid.Configuration,
  tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>,
): Promise<Person> {
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token');
  const said =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? { ...claims, ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)) }
      : claims;
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '');
  const address = said.email_verified === true ? inSmallLetters(text(said.email)) : '';
  return {
    subject: claims.sub,
    email: address !== '' && isPlainText(address) ? address : null,
    signedInAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : null,
    firstName: text(said.given_name),
    lastName: text(said.family_name),
  };
}
