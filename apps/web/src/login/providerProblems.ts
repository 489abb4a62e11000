import { ACCOUNT_SUSPENDED, type ProviderProblem } from '@halyard/domain';

/** What the user can do about a failed sign-in at a provider. */
const PROBLEMS: Record<ProviderProblem, string> = {
  expired: 'The sign-in took too long or was started in another browser. Try again.',
  refused: 'The sign-in was canceled or refused by the provider. Try again.',
  unreachable: 'The sign-in provider cannot be reached at the moment. Try again later.',
  unverified: 'The sign-in provider has not verified your email address.',
  domain: 'Your email address is not one of your company’s.',
  unknown: 'No account has your email address. Ask the person who manages accounts.',
  ambiguous: 'More than one account has your email address. Ask the person who manages accounts.',
  'other-identity':
    'This account is linked to a different identity at the provider. Sign in there with that identity, or ask the person who manages accounts.',
  suspended: ACCOUNT_SUSPENDED,
};

/**
 * @param key from the address, so anyone may have written it
 * @returns undefined for an unknown problem
 */
export const problemOf = (key: string | null): string | undefined =>
  Object.entries(PROBLEMS).find(([problem]) => problem === key)?.[1];
