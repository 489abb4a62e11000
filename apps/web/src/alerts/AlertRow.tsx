import { ALERT_LABELS, type Alert } from '@halyard/domain';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { poleHref } from '@/lib/paths.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { ALERT_TONES } from './alertColumns.tsx';
import { likelyReason, openFor } from './alertTexts.ts';

interface AlertRowProps {
  alert: Alert;
  /** Whether to show the name of the pole's location, for lists with poles at several locations. */
  namesPlace?: boolean;
  className?: string;
}

/**
 * A row for a pole with an open alert. Shows all conditions of the pole, the most urgent first, and
 * the duration and cause of the alert. A tap opens the pole's page.
 */
export function AlertRow({ alert, namesPlace = false, className }: AlertRowProps) {
  const { pole, condition, cause, since } = alert;
  const conditions = [condition, ...(alert.otherConditions ?? [])];
  const duration = useTicked(() => openFor(since, serverNow()));
  return (
    <li
      className={cn(
        'relative grid grid-cols-1 gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-accent/60 max-md:px-3 lg:flex lg:items-baseline',
        className,
      )}
    >
      {/* The widths align the rows of a list. */}
      <div
        className={cn(
          'flex min-w-0 items-baseline gap-x-3 max-md:flex-wrap lg:max-w-[50%] lg:shrink-0',
          namesPlace ? 'xl:w-96' : 'xl:w-56',
        )}
      >
        <Link
          href={poleHref(pole.id)}
          title={pole.name}
          className="max-w-full truncate font-medium after:absolute after:inset-0 hover:underline max-md:flex-1 max-md:basis-0 zoomed:basis-full"
        >
          {pole.name}
        </Link>
        {namesPlace && (
          <span className="min-w-0 shrink-[99] truncate text-muted-foreground max-md:order-last max-md:basis-full max-md:text-xs">
            {pole.location}
          </span>
        )}
        <Duration className="ml-auto lg:hidden">{duration}</Duration>
      </div>
      <div className="flex min-w-0 flex-1 items-baseline gap-x-3 max-md:flex-wrap max-md:text-xs">
        <Status
          tone={ALERT_TONES[condition]}
          className="shrink-0 zoomed:whitespace-normal xl:min-w-40"
        >
          {conditions.map((each) => ALERT_LABELS[each]).join(' · ')}
        </Status>
        <span title={cause} className="line-clamp-2 min-w-0 text-muted-foreground">
          {likelyReason(alert) ?? cause}
        </span>
      </div>
      <Duration className="max-lg:hidden">
        <Moment at={since} /> · {duration}
      </Duration>
    </li>
  );
}

function Duration({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={cn('shrink-0 text-xs text-muted-foreground tabular-nums', className)}>
      {children}
    </span>
  );
}
