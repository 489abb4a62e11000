import { isPlainText } from '@halyard/domain';
import * as openid from 'openid-client';
import { hashSecret } from '../../../platform/database/text.ts';
import type { Provider } from './providers.ts';

/** Seconds that a provider may take for one answer. */
const TIMEOUT_S = 10;
/** Milliseconds for which what a provider says of itself is kept. */
const KEPT_MS = 60 * 60_000;

const known = new Map<string, { config: Promise<openid.Configuration>; until: number }>();

/** What a provider says of itself, asked once an hour; a failure is not kept. */
export function discover(provider: Provider, now: number): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const key = hashSecret([issuer, clientId, clientSecret].join('\n'));
  const kept = known.get(key);
  if (kept && now < kept.until) return kept.config;
  for (const [old, { until }] of known) if (until <= now) known.delete(old);
  const execute = [openid.enableNonRepudiationChecks];
  // The contract lets plain HTTP through for loopback alone.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests);
  const config = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_S,
  });
  known.set(key, { config, until: now + KEPT_MS });
  config.catch(() => known.delete(key));
  return config;
}

/** Who signed in there. */
export interface Person {
  /** The provider's own id of the person, which never changes. */
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
  /** When the person last signed in there, in epoch milliseconds; null: it says nothing of that. */
  signedInAt: number | null;
  firstName: string;
  lastName: string;
}

/** Of ASCII alone: Unicode's small letters would make `k` of the Kelvin sign, another mailbox of this one. */
const inSmallLetters = (email: string) => email.replace(/[A-Z]+/g, (some) => some.toLowerCase());

/** Reads the person from the provider's answer, asking for what the ID token does not say. */
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
