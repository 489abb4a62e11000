import type { Alert, AlertCondition } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { AlertRow } from '@/alerts/AlertRow.tsx';
import { openAlertsQuery } from '@/alerts/useAlerts.ts';
import { Card } from '@/components/ui/Card.tsx';
import { cn } from '@/lib/cn.ts';

/** Maximum number of problems shown on their own line. A phone shows only the first. */
const SHOWN = 3;

/** The order of the problems: flags that the public sees in a wrong position come first. */
const URGENCY: Record<AlertCondition, number> = {
  'wrong-position': 5,
  'movement-failed': 4,
  offline: 3,
  'not-confirmed': 2,
  voltage: 1,
};
const byUrgency = (a: Alert, b: Alert) => URGENCY[b.condition] - URGENCY[a.condition];

/**
 * Lists current problems, the most urgent first, each with a link to its pole. Renders nothing if
 * there are none.
 */
export function Problems() {
  const { data = [] } = useQuery(openAlertsQuery());
  if (data.length === 0) return null;
  const shown = data.toSorted(byUrgency).slice(0, SHOWN);
  const more = data.length - SHOWN;
  const moreOnPhone = data.length - 1;
  return (
    <Card role="region" aria-label={t`Problems`}>
      <ul className="divide-y divide-border">
        {shown.map((alert, i) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            namesPlace
            className={cn(i > 0 && 'max-md:hidden')}
          />
        ))}
        {data.length > 1 && (
          <li className={cn('px-4 py-2', more <= 0 && 'md:hidden')}>
            <Link
              href="/alerts"
              className="touch-target text-sm underline underline-offset-2 hover:no-underline"
            >
              <span className="md:hidden">
                <Plural value={moreOnPhone} one="# more problem" other="# more problems" />
              </span>
              <span className="max-md:hidden">
                <Plural value={more} one="# more problem" other="# more problems" />
              </span>
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
