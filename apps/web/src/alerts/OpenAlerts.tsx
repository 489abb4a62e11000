import { ALERT_LABELS } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Card } from '@/components/ui/card.tsx';
import { Status } from '@/components/ui/status.tsx';
import { poleHref } from '@/lib/paths.ts';
import { ALERT_TONES, OpenSince } from './alertColumns.tsx';
import { openAlertsQuery } from './useAlerts.ts';

/** What is wrong at these poles now, each one tap from its page; nothing where nothing is wrong. */
export function OpenAlerts({ flagIds }: { flagIds: ReadonlySet<string> }) {
  const { data } = useQuery(openAlertsQuery());
  const open = (data ?? []).filter(({ pole }) => flagIds.has(pole.id));
  if (open.length === 0) return null;
  return (
    <Card role="region" aria-label="Open problems">
      <ul className="divide-y divide-border">
        {open.map(({ id, pole, condition, cause, since }) => (
          <li
            key={id}
            className="relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2.5 hover:bg-accent/60"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <Link
                  href={poleHref(pole.id)}
                  className="font-medium after:absolute after:inset-0 hover:underline"
                >
                  {pole.name}
                </Link>
                <Status tone={ALERT_TONES[condition]}>{ALERT_LABELS[condition]}</Status>
              </span>
              <span className="text-xs wrap-anywhere text-muted-foreground">{cause}</span>
            </span>
            <span className="text-xs tabular-nums">
              <OpenSince since={since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
