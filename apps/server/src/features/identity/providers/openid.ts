import { isPlainText } from '@halyard/domain';
import * as openid from 'openid-client';
import { hashSecret } from '../../../platform/database/text.ts';
import type { Provider } from './providers.ts';

/** The time limit in seconds for a response from a sign-in provider. */
const TIMEOUT_S = 10;
/** How long the metadata of a sign-in provider is cached, in ms. */
const KEPT_MS = 60 * 60_000;

const known = new Map<string, { config: Promise<openid.Configuration>; until: number }>();

/**
 * Returns a sign-in provider's metadata. Fetches it at most once an hour; failures are not cached.
 */
export function discover(provider: Provider, now: number): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const key = hashSecret([issuer, clientId, clientSecret].join('\n'));
  const kept = known.get(key);
  if (kept && now < kept.until) return kept.config;
  for (const [old, { until }] of known) if (until <= now) known.delete(old);
  const execute = [openid.enableNonRepudiationChecks];
  // Plain HTTP is possible only for loopback addresses. The contract rejects it for all others.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests);
  const config = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_S,
  });
  known.set(key, { config, until: now + KEPT_MS });
  config.catch(() => known.delete(key));
  return config;
}

/** A user, as identified by a sign-in provider. */
export interface Person {
  /** The user's ID at the sign-in provider. It never changes. */
  subject: string;
  /** The names of the claims that the sign-in provider sent, for the log. */
  claims: readonly string[];
  /** The user's email address. Null unless the sign-in provider has verified it. */
  email: string | null;
  /**
   * The time of the user's last sign-in at the sign-in provider, in epoch milliseconds. Null if the
   * provider does not send this time.
   */
  signedInAt: number | null;
  firstName: string;
  lastName: string;
}

/**
 * Lowercases an email address, but only its ASCII letters. Unicode lowercasing would also turn the
 * Kelvin sign into `k`, so two different addresses could become the same.
 */
const asciiLowerCase = (email: string) => email.replace(/[A-Z]+/g, (some) => some.toLowerCase());

/** The issuer of all Google accounts. */
const GOOGLE = 'https://accounts.google.com';
/** Matches the path of a Microsoft Entra tenant's issuer URL, which contains the tenant ID. */
const ENTRA_TENANT = /^\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/v2\.0$/;
/** The values of Microsoft Entra's claim `xms_edov` that mean "true". */
const TRUE_AT_ENTRA: readonly unknown[] = [true, 1, '1', 'true'];

/** Whether the issuer is Google, which cannot be made to ask a signed-in user to sign in again. */
export const isGoogle = (issuer: string): boolean =>
  URL.canParse(issuer) && new URL(issuer).origin === GOOGLE;

/**
 * Whether the sign-in provider confirms that the email address in these claims currently belongs to
 * the user. Providers do so with `email_verified`, with two exceptions:
 * - Google's confirmation counts only for addresses that Google hosts: in Workspace (`hd`) or Gmail.
 *   The owner of any other address may have changed since Google verified it.
 * - Microsoft Entra sends `xms_edov` instead, which says that the tenant has verified the domain of
 *   the address. It counts only if it comes from the tenant named by the issuer.
 * @param issuer the issuer according to the provider's metadata
 */
export function vouchesForEmail(
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  const { email, email_verified: verified, hd } = claims;
  if (typeof email !== 'string') return false;
  if (isGoogle(issuer))
    return (
      verified === true && ((typeof hd === 'string' && hd !== '') || /@gmail\.com$/i.test(email))
    );
  if (verified !== undefined) return verified === true;
  const tenant = ENTRA_TENANT.exec(new URL(issuer).pathname)?.[1];
  return tenant !== undefined && claims.tid === tenant && TRUE_AT_ENTRA.includes(claims.xms_edov);
}

/**
 * Returns the user described by a sign-in provider's response. Fetches any claims that the ID token
 * lacks.
 */
export async function personOf(
  config: openid.Configuration,
  tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>,
): Promise<Person> {
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token');
  const { issuer, userinfo_endpoint: more } = config.serverMetadata();
  const said: Record<string, unknown> =
    claims.email === undefined && more
      ? {
          ...claims,
          // Entra's claim is about the email address in the ID token itself.
          xms_edov: undefined,
          ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)),
        }
      : claims;
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '');
  const address = vouchesForEmail(issuer, said) ? asciiLowerCase(text(said.email)) : '';
  return {
    subject: claims.sub,
    claims: Object.keys(said).filter((name) => said[name] !== undefined),
    email: address !== '' && isPlainText(address) ? address : null,
    signedInAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : null,
    firstName: text(said.given_name),
    lastName: text(said.family_name),
  };
}
