import type { SessionUser } from '@halyard/domain';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { HALF_STAFF_PATH } from '../../data/halfStaffQueries.ts';
import { sourceDraftsQuery } from '../sourceQueries.ts';

/** The dashboard's notice about drafts from sources. Renders nothing if there are none. */
export function SourceDraftsNotice({ user }: { user: SessionUser }) {
  const { data = [] } = useQuery(sourceDraftsQuery(user));
  if (data.length === 0) return null;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p>
        <Status tone="warn">
          <Plural
            value={{ count: data.length }}
            one="# draft order is waiting for you"
            other="# draft orders are waiting for you"
          />
        </Status>
      </p>
      <Button asChild>
        <Link href={HALF_STAFF_PATH}>
          <Trans>Review</Trans>
        </Link>
      </Button>
    </Card>
  );
}
