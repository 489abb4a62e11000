import { t } from '@halyard/messages';
import { z } from 'zod';
import { email, required } from '../fields.ts';

/**
 * Whether secrets can safely be sent to a URL: it uses https, or is a loopback address for tests.
 */
const isTrusted = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
};
/**
 * Whether a URL is Microsoft's sign-in endpoint for accounts of any tenant. It is rejected, because
 * the tenants' email addresses are not verified.
 */
const isAnyTenant = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return (
    /^login\.(partner\.)?microsoftonline\./.test(hostname) &&
    /^\/(common|organizations|consumers)(\/|$)/i.test(pathname)
  );
};
export const issuer = required(t`Issuer is required`, 500)
  .refine(isTrusted, t`The issuer must be an https address`)
  .refine(
    (text) => !isAnyTenant(text),
    t`Enter a single tenant’s issuer, including its directory (tenant) ID`,
  );

const domain = required(t`An email domain is required`, 253)
  .transform((text) => text.toLowerCase().replace(/^@/, ''))
  .refine(
    (text) => /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(text),
    t`Enter email domains such as example.com`,
  );

/** A company's own OpenID Connect provider. */
export const companyProviderUpdate = z.object({
  issuer,
  clientId: required(t`Client ID is required`, 300),
  /** The client secret of the OpenID Connect provider; empty to keep the current one. */
  clientSecret: z.string().trim().max(500).default(''),
  domains: z.array(domain).min(1, t`At least one email domain is required`).max(20),
  /**
   * Whether the first sign-in with an email address in these domains creates an employee account.
   */
  createsAccounts: z.boolean(),
});
export type CompanyProviderUpdate = z.infer<typeof companyProviderUpdate>;

export const companyProvider = companyProviderUpdate.omit({ clientSecret: true });
export type CompanyProvider = z.infer<typeof companyProvider>;

/** A company's sign-in provider as shown to a master. */
export const companyProviderState = z.object({
  provider: companyProvider.nullable(),
  /** The redirect URL to register with the sign-in provider. */
  redirectUri: z.string(),
});
export type CompanyProviderState = z.infer<typeof companyProviderState>;

/**
 * A request to start a sign-in. With an email address, the user signs in with the provider of the
 * address's company; without one, with the system-wide provider.
 */
export const providerSignIn = z.object({ email: email.optional() });
export const providerAddress = z.object({ url: z.string() });

/** An identity at a sign-in provider that the user can sign in with. */
export const signInLink = z.object({
  id: z.string(),
  /**
   * The name of the company that the sign-in provider belongs to, or the label of the system-wide
   * provider.
   */
  label: z.string(),
  issuer: z.string(),
  /**
   * The time when the identity at a sign-in provider was linked to the account, in epoch
   * milliseconds.
   */
  since: z.number(),
});
export type SignInLink = z.infer<typeof signInLink>;

/** The path in the console to return to after the user has signed in again. */
export const signInAgain = z.object({
  returnTo: z
    .string()
    .max(1000)
    .regex(
      /^\/(?![/\\])[\x21\x22\x24-\x7e]*$/,
      t`returnTo must be a path on this site, such as /flags`,
    ),
});
/**
 * The value of `?sign-in=` that is added to `returnTo` after a successful sign-in. After a failed
 * sign-in, the value is one of `PROVIDER_PROBLEMS`.
 */
export const SIGNED_IN_AGAIN = 'done';

/** Why a sign-in through a provider failed, as passed to the sign-in page in `?problem=`. */
export const PROVIDER_PROBLEMS = [
  'expired',
  'refused',
  'unreachable',
  'unverified',
  'domain',
  'unknown',
  'ambiguous',
  'other-identity',
  'suspended',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
