import { ALERT_LABELS, type Alert } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ALERT_TONES } from '@/alerts/alertColumns.tsx';
import { openAlertsQuery } from '@/alerts/useAlerts.ts';
import { Card } from '@/components/ui/card.tsx';
import { Moment } from '@/components/ui/moment.tsx';
import { Status } from '@/components/ui/status.tsx';
import { cn } from '@/lib/cn.ts';
import { counted } from '@/lib/count.ts';
import { poleHref } from '@/lib/paths.ts';

/** Problems with a line of their own; on a phone the first one. */
const SHOWN = 3;

/** What is wrong now, each one tap from its pole; nothing where nothing is wrong. */
export function Problems() {
  const { data = [] } = useQuery(openAlertsQuery());
  if (data.length === 0) return null;
  const more = data.length - SHOWN;
  return (
    <Card role="region" aria-label="Problems">
      <ul className="divide-y divide-border">
        {data.slice(0, SHOWN).map((alert, i) => (
          <Problem key={alert.id} alert={alert} className={cn(i > 0 && 'max-md:hidden')} />
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

function Problem({ alert, className }: { alert: Alert; className: string }) {
  const { pole, condition, cause, since } = alert;
  return (
    <li
      className={cn(
        'relative flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-2.5 hover:bg-accent/60',
        className,
      )}
    >
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link
          href={poleHref(pole.id)}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          {pole.name}
        </Link>
        <Status tone={ALERT_TONES[condition]}>{ALERT_LABELS[condition]}</Status>
        <span className="truncate text-muted-foreground max-md:hidden">{cause}</span>
      </span>
      <span className="text-xs text-muted-foreground">
        since <Moment at={since} />
      </span>
    </li>
  );
}
