import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

/**
 * The CSS classes of every text control. On phones, the text is 16 px, because a phone zooms in on
 * a focused control with smaller text.
 */
export const controlClasses =
  'w-full rounded-md border border-control bg-surface px-3 text-base text-foreground transition-colors duration-100 placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-bad md:text-sm';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(controlClasses, 'h-11 read-only:bg-muted mouse:h-8', className)}
      {...props}
    />
  );
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(controlClasses, 'py-1.5 read-only:bg-muted', className)}
      {...props}
    />
  );
}
