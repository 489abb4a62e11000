import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

interface SegmentsProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A group of joined buttons for choosing at most one value. */
export function Segments({ label, className, children }: SegmentsProps) {
  return (
    <fieldset
      aria-label={label}
      className={cn(
        'inline-flex min-w-0 rounded-md border border-control/60 bg-surface p-0.5',
        className,
      )}
    >
      {children}
    </fieldset>
  );
}

interface SegmentProps extends ComponentProps<'button'> {
  chosen: boolean;
}

/**
 * A button for one value. The selected button is darker and has a border, so that users can
 * recognize it without color.
 */
export function Segment({ chosen, className, ...props }: SegmentProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      className={cn(
        'h-7 flex-1 rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors duration-100 not-disabled:hover:text-foreground disabled:cursor-not-allowed disabled:opacity-55 aria-pressed:bg-accent aria-pressed:text-accent-foreground aria-pressed:ring-1 aria-pressed:ring-control/60 touch:h-11',
        className,
      )}
      {...props}
    />
  );
}
