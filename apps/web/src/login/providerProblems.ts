import { ACCOUNT_SUSPENDED, type ProviderProblem } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** The error texts for a failed sign-in through a provider. Each says what to do next. */
const PROBLEMS: Record<ProviderProblem, string> = {
  expired: t`The sign-in took too long or was started in another browser. Try again.`,
  refused: t`The sign-in was canceled, or the provider rejected it. Try again.`,
  unreachable: t`Couldn’t reach the sign-in provider. Try again later.`,
  unverified: t`The sign-in provider has not verified your email address. Verify it with the provider, then try again.`,
  domain: t`Your email address isn’t in one of your company’s domains. Ask your administrator to add the domain.`,
  unknown: t`No account has your email address. Contact your administrator.`,
  ambiguous: t`More than one account has your email address. Contact your administrator.`,
  'other-identity': t`This account is linked to a different identity at the provider. Use that identity to sign in, or ask your administrator.`,
  suspended: ACCOUNT_SUSPENDED,
};

/**
 * Returns the text for an error code of a provider sign-in; undefined if the code is unknown.
 * @param key from the URL, so anyone can forge it
 */
export const problemOf = (key: string | null): string | undefined =>
  Object.entries(PROBLEMS).find(([problem]) => problem === key)?.[1];
