import { numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { AlertRow } from '@/alerts/AlertRow.tsx';
import { PROBLEM_ROWS } from '@/alerts/alertPages.ts';
import { problemsQuery } from '@/alerts/alertQueries.ts';
import { Card } from '@/components/ui/Card.tsx';
import { cn } from '@/lib/cn.ts';

interface ProblemsProps {
  /** Whether to show each pole's location, for users with poles at several locations. */
  namesPlace: boolean;
}

/**
 * Lists the poles with problems, the most urgent first, each with a link to its page. Renders
 * nothing if there are none.
 */
export function Problems({ namesPlace }: ProblemsProps) {
  const { data } = useQuery(problemsQuery());
  if (!data || data.items.length === 0) return null;
  // A last pole takes no more space than a row that counts it.
  const shown = data.total > PROBLEM_ROWS ? data.items.slice(0, PROBLEM_ROWS - 1) : data.items;
  const more = data.total - shown.length;
  const moreOnPhone = data.total - 1;
  return (
    <Card role="region" aria-label={t`Problems`} className="flex md:grid">
      <ul className="min-w-0 flex-1 divide-border md:divide-y">
        {shown.map((alert, i) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            namesPlace={namesPlace}
            className={cn(i > 0 && 'max-md:hidden')}
          />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-border px-4 py-2 max-md:hidden">
          <Link
            href="/alerts"
            className="touch-target text-sm underline underline-offset-2 hover:no-underline"
          >
            <Plural
              value={more}
              one="# more pole with problems"
              other="# more poles with problems"
            />
          </Link>
        </p>
      )}
      {moreOnPhone > 0 && (
        <Link
          href="/alerts"
          aria-label={plural(moreOnPhone, {
            one: '# more pole with problems',
            other: '# more poles with problems',
          })}
          className="grid min-w-11 shrink-0 place-items-center border-l border-border px-2 text-sm tabular-nums hover:bg-accent/60 md:hidden"
        >
          +{numberText(moreOnPhone)}
        </Link>
      )}
    </Card>
  );
}
