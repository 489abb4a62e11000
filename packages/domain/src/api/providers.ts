import { z } from 'zod';
import { email, required } from '../fields.ts';

/** Loopback is for trying out: a secret never crosses a network in the clear. */
const isTrusted = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
};
export const issuer = required('Issuer is required', 500).refine(
  isTrusted,
  'The issuer must be an https address',
);

const domain = required('An e-mail domain is required', 253)
  .transform((text) => text.toLowerCase().replace(/^@/, ''))
  .refine(
    (text) => /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(text),
    'Write e-mail domains such as example.com',
  );

/** A company's own OpenID Connect provider. */
export const companyProviderUpdate = z.object({
  issuer,
  clientId: required('Client ID is required', 300),
  /** Empty keeps the present one. */
  clientSecret: z.string().trim().max(500).default(''),
  domains: z.array(domain).min(1, 'At least one e-mail domain is required').max(20),
  /** Whoever signs in for the first time, with an address of these domains, becomes an employee. */
  createsAccounts: z.boolean(),
});
export type CompanyProviderUpdate = z.infer<typeof companyProviderUpdate>;

export const companyProvider = companyProviderUpdate.omit({ clientSecret: true });
export type CompanyProvider = z.infer<typeof companyProvider>;

/** As a master sees it. */
export const companyProviderState = z.object({
  provider: companyProvider.nullable(),
  /** The address to register at the provider. */
  redirectUri: z.string(),
});
export type CompanyProviderState = z.infer<typeof companyProviderState>;

/** Whose provider: the company's by the address that the person types, else the whole system's. */
export const providerSignIn = z.object({ email: email.optional() });
export const providerAddress = z.object({ url: z.string() });

/** A person at a provider who opens one's own account. */
export const signInLink = z.object({
  id: z.string(),
  /** The company whose provider it is, or what the system's provider is called. */
  label: z.string(),
  issuer: z.string(),
  /** Epoch milliseconds. */
  since: z.number(),
});
export type SignInLink = z.infer<typeof signInLink>;

/** Where to go on after signing in again: a path of ours, never another site. */
export const signInAgain = z.object({
  returnTo: z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[\x21\x22\x24-\x7e]*$/, 'Enter a path of this site'),
});
/** What `returnTo` gets as `?sign-in=`: this, or a problem. */
export const SIGNED_IN_AGAIN = 'done';

/** Why a sign-in through a provider came to nothing: `?problem=` of the login page. */
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
