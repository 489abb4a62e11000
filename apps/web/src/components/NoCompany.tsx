import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';

/** `NO_COMPANY` on a page, where a link cannot lose anything that was typed. */
export const NoCompany = () => (
  <Trans>
    No companies yet. Add one on the{' '}
    <Link href="/companies" className="underline underline-offset-2">
      Companies page
    </Link>{' '}
    first.
  </Trans>
);
