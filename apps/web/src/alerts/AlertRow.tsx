import { ALERT_LABELS, type Alert } from '@halyard/domain';
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
  /** Also shows the location, for lists with poles at several locations. */
  namesPlace?: boolean;
  className?: string;
}

/**
 * An open alert in a list: which pole, what is wrong, since when and why. A tap opens the pole's
 * page. On a phone, the reason is below the rest.
 */
export function AlertRow({ alert, namesPlace = false, className }: AlertRowProps) {
  const { pole, condition, cause, since } = alert;
  const duration = useTicked(() => openFor(since, serverNow()));
  return (
    <li
      className={cn(
        'relative flex items-baseline gap-x-3 px-4 py-2 hover:bg-accent/60 max-md:flex-wrap max-md:gap-y-0.5 max-md:px-3',
        className,
      )}
    >
      <Link
        href={poleHref(pole.id)}
        title={pole.name}
        className="min-w-0 truncate font-medium after:absolute after:inset-0 hover:underline max-md:flex-1 md:max-w-[40%] md:shrink-0"
      >
        {pole.name}
      </Link>
      {namesPlace && (
        <span className="truncate text-muted-foreground max-md:order-1 max-md:w-full max-md:text-xs">
          {pole.location}
        </span>
      )}
      <Status tone={ALERT_TONES[condition]} className="shrink-0 max-md:text-xs">
        {ALERT_LABELS[condition]}
      </Status>
      <span
        title={cause}
        className="min-w-0 flex-1 text-muted-foreground max-md:order-2 max-md:w-full max-md:flex-none max-md:truncate max-md:text-xs"
      >
        {likelyReason(alert) ?? cause}
      </span>
      <span className="shrink-0 text-xs text-muted-foreground tabular-nums">
        <span className="max-md:hidden">
          <Moment at={since} />
          {' · '}
        </span>
        {duration}
      </span>
    </li>
  );
}
