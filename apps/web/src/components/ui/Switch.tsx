import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { isAccidentalClick } from '@/lib/forms/doubleClick.ts';

/**
 * The look of a switch. `pending`: waiting for the pole's confirmation. `not-confirmed`: not
 * confirmed in time. `no-feedback`: the pole never confirms.
 */
export type SwitchLook = 'settled' | 'pending' | 'not-confirmed' | 'no-feedback';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'role' | 'children'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  look?: SwitchLook;
  /**
   * The reason why the switch is disabled, or the problem with the last command. Shown on hover and
   * read aloud.
   */
  reason?: string | undefined;
}

/**
 * An on/off switch that ignores the second click of a double click. Rendered as a plain button,
 * which is fast enough for a page with hundreds of switches.
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
        // On phones the touch target is 44 px, but it takes up only the space of its track.
        'group relative inline-flex h-5 w-9 shrink-0 touch-manipulation items-center justify-center rounded-full after:absolute after:inset-x-0 after:-inset-y-1.5 disabled:cursor-not-allowed touch:-mx-1 touch:-my-3 touch:h-11 touch:w-11',
        className,
      )}
      onClick={(event) => {
        onClick?.(event);
        if (!isAccidentalClick(event)) onCheckedChange(!checked);
      }}
      {...props}
    >
      <span
        className={cn(
          'flex h-5 w-9 items-center rounded-full border border-control bg-surface transition-[color,background-color,border-color] duration-150',
          'group-aria-checked:border-primary group-aria-checked:bg-primary',
          'group-disabled:border-control/55 group-disabled:bg-muted group-aria-checked:group-disabled:border-control/55 group-aria-checked:group-disabled:bg-control/45',
          look === 'not-confirmed' &&
            'border-warn outline-2 outline-offset-1 outline-warn outline-dotted group-aria-checked:border-warn',
        )}
      >
        <span
          className={cn(
            'block size-3.5 translate-x-[2px] rounded-full bg-control transition-transform duration-150 group-aria-checked:translate-x-[18px] group-aria-checked:bg-primary-foreground group-disabled:opacity-60 group-aria-checked:group-disabled:bg-surface',
            // Delayed, because most poles respond before it would appear.
            look === 'pending' && 'animate-quiet-pulse [animation-delay:300ms]',
          )}
        />
      </span>
    </button>
  );
}
