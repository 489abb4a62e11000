import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

/**
 * `pending`: set, and waiting for the other side to say so. `not-confirmed`: the other side did not
 * follow in time. `no-feedback`: the other side never says; looks settled.
 */
export type SwitchLook = 'settled' | 'pending' | 'not-confirmed' | 'no-feedback';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'role' | 'children'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  look?: SwitchLook;
  /** Why it is disabled, or what is the matter: shown on hover and read out. */
  reason?: string | undefined;
}

/**
 * An on/off switch. A plain button, because a page shows hundreds of them. On phones it is touched
 * within 44 px.
 */
export function Switch({
  checked,
  onCheckedChange,
  look = 'settled',
  reason,
  className,
  onClick,
  ...props
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-busy={look === 'pending' || undefined}
      data-look={look}
      title={reason}
      className={cn(
        'group relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-surface transition-colors duration-150 after:absolute after:inset-x-0 after:-inset-y-1.5 disabled:cursor-not-allowed max-md:after:-inset-x-1 max-md:after:-inset-y-3',
        'aria-checked:border-primary aria-checked:bg-primary',
        'disabled:border-control/55 disabled:bg-muted aria-checked:disabled:border-control/55 aria-checked:disabled:bg-control/45',
        'data-[look=not-confirmed]:border-dashed data-[look=not-confirmed]:border-warn data-[look=not-confirmed]:outline-1 data-[look=not-confirmed]:outline-offset-1 data-[look=not-confirmed]:outline-warn/60 data-[look=not-confirmed]:not-focus-visible:outline-dotted',
        className,
      )}
      onClick={(event) => {
        onClick?.(event);
        onCheckedChange(!checked);
      }}
      {...props}
    >
      <span
        className={cn(
          'pointer-events-none block size-3.5 translate-x-[2px] rounded-full bg-control transition-transform duration-150 group-aria-checked:translate-x-[18px] group-aria-checked:bg-primary-foreground group-disabled:opacity-60 group-aria-checked:group-disabled:bg-surface',
          // Quiet: most poles answer before it is seen.
          look === 'pending' && 'animate-quiet-pulse [animation-delay:300ms]',
        )}
      />
    </button>
  );
}
