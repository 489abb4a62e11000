import type { ComponentProps } from 'react';
import { Check, Minus } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';

interface CheckboxProps extends Omit<ComponentProps<'button'>, 'onClick' | 'role' | 'children'> {
  checked: boolean | 'mixed';
  /**
   * Called when the checkbox is clicked.
   * @param withShift whether the Shift key was held
   */
  onPress: (withShift: boolean) => void;
}

/**
 * A checkbox for a row, with a click target of at least 40 × 44 px. It is a button, because the
 * change event of a native checkbox does not report the Shift key.
 */
export function Checkbox({ checked, onPress, className, ...props }: CheckboxProps) {
  const Mark = checked === 'mixed' ? Minus : Check;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the change event of a native one does not report Shift
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      className={cn('group inline-grid h-11 w-10 shrink-0 place-items-center', className)}
      // Otherwise, a press with Shift would select the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => onPress(event.shiftKey)}
      {...props}
    >
      <span
        className={cn(
          'grid size-4 place-items-center rounded-sm border border-control bg-surface text-transparent',
          checked !== false && 'border-primary bg-primary text-primary-foreground',
        )}
      >
        {checked !== false && <Mark aria-hidden="true" className="size-3.5" />}
      </span>
    </button>
  );
}
