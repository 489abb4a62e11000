import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn.ts';

interface CheckLineProps {
  checked: boolean;
  onChange: () => void;
  className?: string;
  children: ReactNode;
}

/** A checkbox with its label on one line. A tap anywhere on the line changes the checkbox. */
export function CheckLine({ checked, onChange, className, children }: CheckLineProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn('flex min-h-11 items-center gap-2.5 mouse:min-h-8', className)}
    >
      <input
        id={id}
        type="checkbox"
        className="size-4 shrink-0 accent-primary touch:size-5"
        checked={checked}
        onChange={onChange}
      />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  );
}
