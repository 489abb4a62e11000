import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { TrendingDown, TrendingUp } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { Skeleton } from './Skeleton.tsx';

/** The heading element of a card's title: one level below the heading of its page or section. */
export type CardHeading = 'h2' | 'h3';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-lg border border-border bg-surface', className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('grid gap-1 px-4 pt-4', className)} {...props} />;
}

export function CardTitle({ className, ...props }: ComponentProps<'h2'>) {
  return <h2 className={cn('text-sm font-semibold', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('p-4', className)} {...props} />;
}

interface StatCardProps {
  title: string;
  value: ReactNode | undefined;
  description?: ReactNode;
  icon?: ReactNode;
  trend?: { value: number; isPositive: boolean } | null | undefined;
  /** The card's link: its URL, and a label that describes the linked page. */
  link?: { href: string; label: string };
  /** A second number next to the value, shown as a link. */
  more?: { href: string; label: string; text: string } | undefined;
  className?: string;
}

/** A card with one number, its title and its description (spec §3). */
export function StatCard({
  title,
  value,
  description,
  icon,
  trend,
  link,
  more,
  className,
}: StatCardProps) {
  const Trend = trend?.isPositive ? TrendingUp : TrendingDown;
  return (
    <Card
      className={cn(
        'relative flex flex-col gap-2 p-4',
        link && 'transition-colors duration-100 hover:border-control/60 hover:bg-accent/50',
        className,
      )}
    >
      <div className="flex items-center justify-between gap-2 text-muted-foreground">
        <h2 className="text-[0.8125rem] font-medium">{title}</h2>
        <span aria-hidden="true" className="[&_svg]:size-4">
          {icon}
        </span>
      </div>
      {value === undefined ? (
        <div className="flex h-14 flex-col justify-between py-1.5">
          <Skeleton className="h-6 w-14" />
          <Skeleton className="h-3 w-28" />
        </div>
      ) : (
        <div className="flex h-8 items-center justify-between gap-3">
          <p className="text-2xl leading-8 font-semibold tracking-tight tabular-nums">{value}</p>
          {more && (
            <Link
              href={more.href}
              title={more.label}
              // Lies above the link that covers the whole card.
              className="z-1 touch-target rounded-sm py-1 text-right text-xs text-muted-foreground tabular-nums underline underline-offset-2 hover:text-foreground"
            >
              {more.text}
            </Link>
          )}
        </div>
      )}
      {value !== undefined && description && (
        <p className="flex items-center gap-1.5 text-xs text-muted-foreground tabular-nums">
          {trend && (
            <Trend
              role="img"
              aria-label={trend.isPositive ? t`On target` : t`Below target`}
              className={cn('size-3.5', trend.isPositive ? 'text-ok' : 'text-warn')}
            />
          )}
          {description}
        </p>
      )}
      {link && (
        <Link
          href={link.href}
          aria-label={link.label}
          title={link.label}
          className="absolute inset-0 rounded-lg"
        />
      )}
    </Card>
  );
}
