import { type Activity, activityText, mayOpen } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { errorMessage } from '@/lib/api/api.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { Outcome } from './activityColumns.tsx';
import { ACTIVITY_PATH, activityHref, recentActivityQuery } from './useActivity.ts';

interface RecentActivityProps {
  /** The flag or company whose activity is shown. */
  of: { flagId: string } | { companyId: string };
}

/** Shows the most recent activity and a link to all activity. */
export function RecentActivity({ of }: RecentActivityProps) {
  const user = useCurrentUser();
  const query = useQuery(recentActivityQuery(of));
  if (query.isPending) return <Skeleton className="h-24 w-full" />;
  if (!query.data)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted-foreground">{t`Couldn’t load activity: ${{ error: errorMessage(query.error) }}`}</p>
        <Button pending={query.isFetching} onClick={() => void query.refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    );
  const { entries } = query.data;
  return (
    <div className="grid grid-cols-1 gap-2">
      {entries.length === 0 ? (
        <p className="text-muted-foreground">
          <Trans>No activity yet</Trans>
        </p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} isOfFlag={'flagId' in of} />
          ))}
        </ul>
      )}
      {mayOpen(ACTIVITY_PATH, user.role) && (
        <Link
          href={activityHref(of)}
          className="touch-target inline-block justify-self-start rounded-sm underline"
        >
          <Trans>All activity</Trans>
        </Link>
      )}
    </div>
  );
}

function Entry({ entry, isOfFlag }: { entry: Activity; isOfFlag: boolean }) {
  const { subject, actor, outcome } = entry;
  const isNamed = !isOfFlag && subject !== null;
  const what = activityText(entry);
  const { name } = actor;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5">
      <span className="min-w-0 wrap-anywhere">
        {isNamed ? (
          <Trans>
            {what}{' '}
            <span className="text-muted-foreground">
              on {subject} by {name}
            </span>
          </Trans>
        ) : (
          <Trans>
            {what} <span className="text-muted-foreground">by {name}</span>
          </Trans>
        )}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted-foreground">
        {outcome !== 'done' && <Outcome entry={entry} />}
        <Moment at={entry.at} />
      </span>
    </li>
  );
}
