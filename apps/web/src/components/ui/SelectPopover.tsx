import { plural, t } from '@lingui/core/macro';
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Check } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { Input } from './Input.tsx';
import { ListboxOption } from './ListboxOption.tsx';
import { menuClasses, menuItemClasses } from './menuClasses.ts';
import type { SearchSelectOption, SelectListProps } from './SearchSelect.tsx';

export const SelectPopover = Radix.Root;
export const SelectPopoverTrigger = Radix.Trigger;

/**
 * The maximum pause between two typed letters of the same search, in milliseconds. Used for lists
 * without a search field.
 */
const TYPED_TOGETHER_MS = 700;

/**
 * The option list of a select. If the list has a search field, typing searches; otherwise, typing
 * moves to the next option that begins with the typed letters.
 */
export function SelectPopoverContent(props: SelectListProps) {
  const { value, options, onChoose, searchLabel, typed, onType, isLoading, isFailed, left } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const letters = useRef({ text: '', until: 0 });
  const isSearch = searchLabel !== null;
  const indexOf = (wanted: string | null) => options.findIndex((each) => each.value === wanted);
  const chosenAt = typed === '' ? indexOf(value) : -1;
  const movedAt = indexOf(moved);
  const active = movedAt >= 0 ? movedAt : Math.max(0, chosenAt);
  const optionId = (index: number) => `${listId}-${index}`;
  const activeId = options.length > 0 ? optionId(active) : undefined;

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);
  // The search field appears with the first options.
  useEffect(() => {
    if (isSearch) field.current?.focus();
  }, [isSearch]);

  const move = (to: number) =>
    setMoved(options[Math.max(0, Math.min(options.length - 1, to))]?.value ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const key = event.key === ' ' && !isSearch ? 'Enter' : event.key;
    const to = stepOf(key, active, options.length, isSearch);
    if (to !== null) {
      event.preventDefault();
      move(to);
    } else if (key === 'Enter' || key === 'Tab') {
      event.preventDefault();
      const chosen = options[active];
      if (key === 'Enter' && chosen) onChoose(chosen.value);
    } else if (!isSearch && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const now = event.timeStamp;
      const text = now < letters.current.until ? letters.current.text + key : key;
      letters.current = { text, until: now + TYPED_TOGETHER_MS };
      const found = nextBeginning(options, active, text);
      if (found !== null) setMoved(found.value);
    }
  };
  const shared = {
    'aria-activedescendant': activeId,
    onKeyDown,
  };
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={4}
        align="start"
        collisionPadding={8}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (field.current ?? list.current)?.focus();
        }}
        className={cn(
          menuClasses,
          'flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) flex-col overflow-hidden outline-none',
        )}
      >
        {isSearch && (
          <Input
            ref={field}
            role="combobox"
            aria-label={searchLabel}
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            value={typed}
            placeholder={`${searchLabel}…`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="mb-1 shrink-0"
            onChange={(event) => {
              setMoved(null);
              onType(event.target.value);
            }}
            {...shared}
          />
        )}
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={searchLabel ?? t`Options`}
          tabIndex={-1}
          className="min-h-0 overflow-y-auto overscroll-contain outline-none empty:hidden"
          {...(!isSearch && shared)}
        >
          {options.map((option, index) => (
            <ListboxOption
              key={option.value}
              id={optionId(index)}
              selected={option.value === value}
              data-highlighted={index === active ? '' : undefined}
              className={cn(menuItemClasses, 'relative pr-8')}
              onPointerMove={() => index !== active && setMoved(option.value)}
              onClick={() => onChoose(option.value)}
            >
              <span className="grid min-w-0 flex-1">
                <span className="break-words">{option.label}</span>
                {option.detail !== undefined && (
                  <span className="truncate text-xs text-muted-foreground">{option.detail}</span>
                )}
              </span>
              {option.value === value && (
                <span className="absolute right-3">
                  <Check aria-hidden="true" />
                </span>
              )}
            </ListboxOption>
          ))}
        </div>
        <p
          role="status"
          className={cn(
            'shrink-0 px-2 pt-1.5 pb-1 text-xs text-muted-foreground empty:hidden',
            options.length > 0 && 'mt-1 border-t border-border',
          )}
        >
          {statusText({ isLoading, isFailed, left, typed, isEmpty: options.length === 0 })}
        </p>
      </Radix.Content>
    </Radix.Portal>
  );
}

/**
 * Returns the index of the option that a key press moves to; null for keys that do not move the
 * selection.
 */
function stepOf(key: string, active: number, count: number, isSearch: boolean): number | null {
  if (key === 'ArrowDown') return active + 1;
  if (key === 'ArrowUp') return active - 1;
  // In a search field, these keys move within the text.
  if (isSearch) return null;
  if (key === 'Home' || key === 'PageUp') return 0;
  return key === 'End' || key === 'PageDown' ? count - 1 : null;
}

/**
 * Returns the next option that begins with the typed letters. Typing the same letter again moves to
 * the next match.
 */
function nextBeginning(
  options: readonly SearchSelectOption[],
  active: number,
  text: string,
): SearchSelectOption | null {
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const wanted = (isRepeated ? text[0]! : text).toLowerCase();
  const from = isRepeated ? active + 1 : active;
  const inOrder = [...options.slice(from), ...options.slice(0, from)];
  return inOrder.find(({ label }) => label.toLowerCase().startsWith(wanted)) ?? null;
}

function statusText({
  isLoading,
  isFailed,
  left,
  typed,
  isEmpty,
}: Pick<SelectListProps, 'isLoading' | 'isFailed' | 'left' | 'typed'> & {
  isEmpty: boolean;
}): string | null {
  if (isFailed) return t`Couldn’t load the options. Check your connection, then try again.`;
  if (isLoading) return isEmpty ? t`Loading…` : null;
  if (isEmpty) return t`No results for “${{ text: typed.trim() }}”`;
  if (left === 0) return null;
  return plural(left, { one: '# more; keep typing', other: '# more; keep typing' });
}
