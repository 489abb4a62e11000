import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';

/**
 * The hint to add the first company, with a link to the companies page. Use it only where leaving
 * the page cannot lose typed input.
 */
export const NoCompany = () => (
  <Trans>
    No companies yet. Add one on the{' '}
    <Link href="/companies" className="underline underline-offset-2">
      Companies page
    </Link>{' '}
    first.
  </Trans>
);
