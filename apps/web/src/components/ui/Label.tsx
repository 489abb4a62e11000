import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'>) {
  return (
    <label
      htmlFor={htmlFor}
      className={cn('block text-[0.8125rem] leading-5 font-medium text-foreground', className)}
      {...props}
    >
      {children}
    </label>
  );
}

/** The label of an optional field. */
export function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-muted-foreground">{t`(optional)`}</span>
    </>
  );
}
