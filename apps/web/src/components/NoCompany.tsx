import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';

/** `NO_COMPANY` with a link. Only for pages where following a link cannot lose typed input. */
export const NoCompany = () => (
  <Trans>
    No companies yet. Add one on the{' '}
    <Link href="/companies" className="underline underline-offset-2">
      Companies page
    </Link>{' '}
    first.
  </Trans>
);
