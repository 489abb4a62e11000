import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { AlertRow } from '@/alerts/AlertRow.tsx';
import { openAlertsQuery } from '@/alerts/useAlerts.ts';
import { Card } from '@/components/ui/Card.tsx';
import { cn } from '@/lib/cn.ts';
import { counted } from '@/lib/count.ts';

/** The maximum number of problems shown on their own line. A phone shows only the first. */
const SHOWN = 3;

/** Current problems, each with a link to its pole. Renders nothing if there are none. */
export function Problems() {
  const { data = [] } = useQuery(openAlertsQuery());
  if (data.length === 0) return null;
  const more = data.length - SHOWN;
  return (
    <Card role="region" aria-label="Problems">
      <ul className="divide-y divide-border">
        {data.slice(0, SHOWN).map((alert, i) => (
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
              <span className="md:hidden">{counted(data.length - 1, 'more problem')}</span>
              <span className="max-md:hidden">{counted(more, 'more problem')}</span>
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
