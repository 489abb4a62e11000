import { may, type OrderSource, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { short } from '@/lib/moments.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { HALF_STAFF_PATH } from '../data/halfStaffQueries.ts';
import { isFailing, SOURCES_DIALOG, sourcesQuery } from './sourceQueries.ts';

const NONE: readonly OrderSource[] = [];

/** Lists the sources that have a problem. Renders nothing if there are none. */
export function SourceProblems({ user }: { user: SessionUser }) {
  const sources = useQuery(sourcesQuery(user)).data?.sources ?? NONE;
  const failing = sources.filter(isFailing);
  if (failing.length === 0 || !may(user, 'orderSource.manage')) return null;
  const title = t`Sources with problems`;
  return (
    <Card
      role="region"
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 className="text-sm font-semibold">
          <Status tone="warn">
            {title} <span className="font-normal tabular-nums">{failing.length}</span>
          </Status>
        </h2>
        <ul className="grid gap-1">
          {failing.map((source) => (
            <li key={source.id} className="break-words">
              {source.definition.name}: <ProblemText source={source} />
            </li>
          ))}
        </ul>
      </div>
      <Button asChild>
        <Link href={withDialog(HALF_STAFF_PATH, SOURCES_DIALOG)}>
          <Trans>View sources</Trans>
        </Link>
      </Button>
    </Card>
  );
}

/** Shows a source's problem and when it started. */
export function ProblemText({ source: { problemText, problemSince } }: { source: OrderSource }) {
  return (
    <>
      {problemText}
      {problemSince !== null && (
        <span className="text-xs text-muted-foreground tabular-nums">
          {' '}
          <Trans>
            Since <Moment at={problemSince} text={short(problemSince)} />
          </Trans>
        </span>
      )}
    </>
  );
}
