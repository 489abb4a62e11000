import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';

/**
 * A hint to add the first company, with a link to the companies page. Do not use it next to unsaved
 * input, which the user would lose by following the link.
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
