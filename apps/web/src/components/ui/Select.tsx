import type { Select as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { ChevronDown } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { controlClasses } from './Input.tsx';
import { useOverlays } from './overlays.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends Omit<ComponentProps<typeof Radix.Trigger>, 'value' | 'onChange' | 'defaultValue'> {
  /** The chosen value; '' while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
}

export const selectClasses = cn(
  controlClasses,
  'flex h-11 items-center justify-between gap-2 text-left data-placeholder:text-muted-foreground mouse:h-8 [&>span]:truncate',
);

/**
 * A select: the user chooses one option with the arrow keys or by typing. Until the code for its
 * list has loaded, it shows only the chosen option.
 */
export function Select(props: SelectProps) {
  const parts = useOverlays(true);
  return parts ? <parts.SelectBox {...props} /> : <Chosen {...props} />;
}

function Chosen({
  value,
  onValueChange: _,
  options,
  placeholder,
  disabled,
  className,
  name: _name,
  ...trigger
}: SelectProps) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-disabled
      tabIndex={-1}
      disabled={disabled}
      className={cn(selectClasses, className)}
      {...(chosen === undefined && { 'data-placeholder': '' })}
      {...trigger}
    >
      <span>{chosen ?? placeholder}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
}
