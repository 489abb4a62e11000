import type { ComponentProps } from 'react';
import { useState } from 'react';
import { ChevronDown } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { openWhenLoaded, useOverlaysUnfocused } from './overlays.ts';
import { selectClasses } from './Select.tsx';

export interface SearchSelectOption {
  value: string;
  label: string;
  /** Text that distinguishes options with the same label. */
  detail?: string | undefined;
}

/** The list that a select opens. */
export interface SelectListProps {
  value: string;
  onChoose: (value: string) => void;
  /** The fixed options, which are always shown, and the options that match the typed text. */
  options: readonly SearchSelectOption[];
  /** The number of matching options beyond those in `options`. */
  left: number;
  isLoading: boolean;
  isFailed: boolean;
  /** The label of the search field, such as "Find company"; null if there is no search field. */
  searchLabel: string | null;
  typed: string;
  onType: (typed: string) => void;
}

export interface SearchSelectProps
  extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'defaultValue'>,
    Omit<SelectListProps, 'onChoose' | 'typed' | 'onType'> {
  onValueChange: (value: string) => void;
  /** The label of the chosen option; undefined while it is loading, or if nothing is chosen. */
  chosenLabel: string | undefined;
  placeholder?: string | undefined;
  /** Called with the typed text, and with '' when the list closes. */
  onSearch: (typed: string) => void;
}

/**
 * A select whose options come from the server. If the server has more options than the list shows,
 * the list has a search field.
 */
export function SearchSelect({
  value,
  onValueChange,
  chosenLabel,
  placeholder,
  options,
  left,
  isLoading,
  isFailed,
  searchLabel,
  onSearch,
  className,
  disabled,
  ...trigger
}: SearchSelectProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [parts, button] = useOverlaysUnfocused<HTMLButtonElement>(open);
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    setTyped('');
    onSearch('');
  };
  const face = {
    type: 'button' as const,
    role: 'combobox',
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': open && parts !== null,
    disabled,
    className: cn(selectClasses, className),
    ...(chosenLabel === undefined && { 'data-placeholder': '' }),
    ...trigger,
    children: (
      <>
        <span>{chosenLabel ?? placeholder}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      </>
    ),
  };
  if (!parts)
    return <button ref={button} {...face} onClick={openWhenLoaded(() => onOpenChange(true))} />;
  const { SelectPopover, SelectPopoverTrigger, SelectPopoverContent } = parts;
  return (
    <SelectPopover modal open={open} onOpenChange={onOpenChange}>
      <SelectPopoverTrigger asChild>
        <button
          {...face}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            onOpenChange(true);
          }}
        />
      </SelectPopoverTrigger>
      <SelectPopoverContent
        value={value}
        options={options}
        left={left}
        isLoading={isLoading}
        isFailed={isFailed}
        searchLabel={searchLabel}
        typed={typed}
        onType={(next) => {
          setTyped(next);
          onSearch(next);
        }}
        onChoose={(next) => {
          onOpenChange(false);
          if (next !== value) onValueChange(next);
        }}
      />
    </SelectPopover>
  );
}
