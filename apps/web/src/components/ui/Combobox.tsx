import { plural, t } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { Check, ChevronDown } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { inSentence } from '@/lib/i18n/inSentence.ts';
import { Button } from './Button.tsx';
import { Input } from './Input.tsx';
import { ListboxOption } from './ListboxOption.tsx';
import { menuItemClasses } from './menuClasses.ts';
import { openWhenLoaded, useOverlaysUnfocused } from './overlays.ts';

/** Maximum number of options shown. Typing narrows them down. */
const MAX_SHOWN = 50;

export interface ComboboxOption {
  value: string;
  label: string;
  /** Text that distinguishes options with the same name. The search includes this text. */
  detail?: string | undefined;
}

interface ComboboxProps {
  label: string;
  options: readonly ComboboxOption[];
  /** The value of the chosen option; null if the filter is off. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  /**
   * Called with the typed text while the list is open, and with null when the list closes. Needed
   * only if the server searches the options.
   */
  onSearch?: (typed: string | null) => void;
  /** Whether the server has more options than `options`. */
  isPartial?: boolean;
  /** The label of the option that turns the filter off: "All locations". */
  allLabel: string;
  /** The button's text if the chosen value is not among the options. */
  unknownLabel: string;
  className?: string;
}

/**
 * A filter with many options, at most one of which can be chosen. A button opens the list of
 * options with a search field.
 */
export function Combobox(props: ComboboxProps) {
  const { label, options, value, onValueChange, allLabel, unknownLabel, className } = props;
  const [open, setOpen] = useState(false);
  const chosen =
    value === null
      ? allLabel
      : (options.find((option) => option.value === value)?.label ?? unknownLabel);
  const [parts, button] = useOverlaysUnfocused<HTMLButtonElement>(open);
  const face = {
    'aria-label': `${label}: ${chosen}`,
    title: chosen,
    className: cn(
      'max-w-64 justify-between',
      value !== null && 'border-primary bg-accent text-accent-foreground',
      className,
    ),
    children: (
      <>
        <span className="truncate">{chosen}</span>
        <ChevronDown aria-hidden="true" className="text-muted-foreground" />
      </>
    ),
  };
  if (!parts)
    return <Button ref={button} {...face} onClick={openWhenLoaded(() => setOpen(true))} />;
  const { Popover, PopoverContent, PopoverTrigger } = parts;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button {...face} />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="grid gap-2 p-2">
        <Options
          {...props}
          onValueChange={(next) => {
            setOpen(false);
            if (next !== value) onValueChange(next);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function Options(props: ComboboxProps) {
  const { label, options, value, onValueChange, onSearch, isPartial = false, allLabel } = props;
  const [typed, setTyped] = useState('');
  const search = useEffectEvent((text: string | null) => onSearch?.(text));
  useEffect(() => {
    search('');
    return () => search(null);
  }, []);
  const thing = inSentence(label);
  const listId = useId();
  const { found, left } = useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    const matches = options.filter((option) =>
      `${option.label}\n${option.detail ?? ''}`.toLowerCase().includes(wanted),
    );
    const shown: { value: string | null; label: string; detail?: string | undefined }[] =
      matches.slice(0, MAX_SHOWN);
    if (wanted === '') shown.unshift({ value: null, label: allLabel });
    return { found: shown, left: Math.max(0, matches.length - MAX_SHOWN) };
  }, [options, typed, allLabel]);
  const [moved, setMoved] = useState<number | null>(null);
  const chosenAt = found.findIndex((option) => option.value === value);
  const active = Math.min(moved ?? Math.max(0, chosenAt), found.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMoved((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      onValueChange(found[active]!.value);
    }
  };

  return (
    <>
      <Input
        role="combobox"
        aria-label={t`Find ${thing}`}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        value={typed}
        placeholder={t`Find ${thing}…`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          onSearch?.(event.target.value.trim());
          setMoved(event.target.value.trim() === '' ? null : 0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        className="max-h-64 scroll-pt-11 overflow-y-auto overscroll-contain empty:hidden"
      >
        {found.map((option, index) => (
          <ListboxOption
            key={option.value ?? ''}
            id={optionId(index)}
            selected={option.value === value}
            data-highlighted={index === active ? '' : undefined}
            // The option that clears the choice is always visible.
            className={cn(
              menuItemClasses,
              'py-1.5',
              option.value === null && 'sticky top-0 bg-raised',
            )}
            onPointerMove={() => index !== active && setMoved(index)}
            onClick={() => onValueChange(option.value)}
          >
            <span className="grid min-w-0 flex-1">
              <span className="break-words">{option.label}</span>
              {option.detail !== undefined && (
                <span title={option.detail} className="truncate text-xs text-muted-foreground">
                  {option.detail}
                </span>
              )}
            </span>
            {option.value === value && <Check aria-hidden="true" />}
          </ListboxOption>
        ))}
      </div>
      <p role="status" className="px-2 pb-1 text-xs text-muted-foreground empty:hidden">
        {found.length === 0 && t`No results for “${{ text: typed.trim() }}”`}
        {left > 0 && plural(left, { one: '# more; keep typing', other: '# more; keep typing' })}
        {isPartial && left === 0 && t`More available; keep typing`}
      </p>
    </>
  );
}
