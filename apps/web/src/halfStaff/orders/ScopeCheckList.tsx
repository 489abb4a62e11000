import { numberText, searchQuery, searchText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { CheckLine } from '@/components/ui/CheckLine.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';

/** The list has a search field if it has at least this many options. */
export const SEARCH_FROM = 8;
/** Maximum number of options to show. */
const SHOWN = 200;

interface ScopeCheckListProps {
  label: string;
  /** The placeholder of the search field: "Search states…". */
  searchLabel: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The text to show if there are no options. It says what to create first, and on which page. */
  emptyText?: string;
  /** The server-side search; omitted if `options` contains all options. */
  remote?: {
    search: string;
    onSearch: (search: string) => void;
    /** Whether to show the search field. */
    hasSearch: boolean;
    /** The number of matching options beyond those in `options`. */
    left: number;
    isLoading: boolean;
  };
}

/** A searchable list of checkboxes. */
export function ScopeCheckList({
  label,
  searchLabel,
  options,
  value,
  onChange,
  emptyText = t`No results`,
  remote,
}: ScopeCheckListProps) {
  const [typed, setTyped] = useState('');
  const query = searchQuery(typed);
  const found = remote
    ? options
    : options.filter((option) => searchText([option.label]).includes(query));
  const { search, onSearch, hasSearch, isLoading } = remote ?? {
    search: typed,
    onSearch: setTyped,
    hasSearch: options.length > SEARCH_FROM,
    isLoading: false,
  };
  const left = remote ? remote.left : found.length - SHOWN;
  const chosen = new Set(value);
  const toggle = (option: string) =>
    onChange(chosen.has(option) ? value.filter((one) => one !== option) : [...value, option]);
  const list = useRef<HTMLDivElement>(null);
  const hasOptions = options.length > 0;
  useEffect(() => {
    if (hasOptions) showFirstChosen(list.current);
  }, [hasOptions]);
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{label}</legend>
      {hasSearch && (
        <SearchInput value={search} onValueChange={onSearch} placeholder={searchLabel} />
      )}
      <div ref={list} className="max-h-44 overflow-y-auto rounded-md border border-control py-1">
        {found.slice(0, SHOWN).map((option) => (
          <CheckLine
            key={option.value}
            checked={chosen.has(option.value)}
            onChange={() => toggle(option.value)}
            className="px-3 hover:bg-muted"
          >
            {option.label}
          </CheckLine>
        ))}
        {found.length === 0 && (
          <p className="px-3 py-1.5 text-muted-foreground">
            {isLoading
              ? t`Loading…`
              : options.length === 0 && search === ''
                ? emptyText
                : t`No results`}
          </p>
        )}
        {left > 0 && (
          <p className="px-3 py-1.5 text-xs text-muted-foreground">
            <Trans>Search to find {{ count: numberText(left) }} more.</Trans>
          </p>
        )}
      </div>
      <p className="text-xs text-muted-foreground tabular-nums">
        <Plural value={{ count: value.length }} one="# selected" other="# selected" />
      </p>
    </fieldset>
  );
}

/** Scrolls only the list, not the page, to the first option that is already chosen. */
function showFirstChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector('label:has(:checked)');
  if (!list || !chosen) return;
  const { top, bottom } = chosen.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (bottom > box.bottom) list.scrollTop += top - box.top - list.clientHeight / 3;
}
