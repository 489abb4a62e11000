import { cn } from '@/lib/cn.ts';

export type StatusTone = 'ok' | 'off' | 'warn' | 'bad';

/**
 * A distinct shape for each tone, such as success or failure, so that users can recognize it
 * without color.
 */
const SHAPES: Record<StatusTone, { path: React.ReactNode; className: string }> = {
  ok: { path: <circle cx="5" cy="5" r="4" fill="currentColor" />, className: 'text-ok' },
  off: {
    path: <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
    className: 'text-muted-foreground',
  },
  warn: { path: <path d="M5 .8 9.4 9H.6z" fill="currentColor" />, className: 'text-warn' },
  bad: {
    path: <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />,
    className: 'text-bad',
  },
};

export function StatusShape({ tone, className }: { tone: StatusTone; className?: string }) {
  const shape = SHAPES[tone];
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden="true"
      className={cn('size-2.5 shrink-0', shape.className, className)}
    >
      {shape.path}
    </svg>
  );
}

/** Shows a status as a shape, a word and a color. */
export function Status({
  tone,
  children,
  className,
}: {
  tone: StatusTone;
  children: React.ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 whitespace-nowrap tabular-nums',
        SHAPES[tone].className,
        className,
      )}
    >
      <StatusShape tone={tone} />
      {children}
    </span>
  );
}
