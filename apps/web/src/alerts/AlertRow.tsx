import { ALERT_LABELS, type Alert } from '@halyard/domain';
import { Link } from 'wouter';
import { Status } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { poleHref } from '@/lib/paths.ts';
import { ALERT_TONES, OpenSince } from './alertColumns.tsx';

interface AlertRowProps {
  alert: Alert;
  /** Also shows the company and location, for lists with poles at several locations. */
  namesPlace?: boolean;
  className?: string;
}

/** An open alert in a list. A tap opens the pole's page. */
export function AlertRow({ alert, namesPlace = false, className }: AlertRowProps) {
  const { pole, condition, cause, since } = alert;
  return (
    <li
      className={cn(
        'relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-2.5 hover:bg-accent/60',
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
        {namesPlace && <span className="text-muted-foreground">{pole.location}</span>}
        <Status tone={ALERT_TONES[condition]}>{ALERT_LABELS[condition]}</Status>
        <span className="wrap-anywhere text-muted-foreground max-md:hidden">{cause}</span>
      </span>
      <span className="text-xs tabular-nums">
        <OpenSince since={since} />
      </span>
    </li>
  );
}
