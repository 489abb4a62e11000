import { searchQuery, searchText } from '@halyard/domain';
import { useId, useState } from 'react';
import { SearchInput } from '@/components/ui/SearchInput.tsx';

/** The search appears above this number of options. */
const SEARCH_FROM = 8;
/** The maximum number of options shown. The search finds the others. */
const SHOWN = 200;

interface ScopeCheckListProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Shown if there are no options at all: says what to create first, and where. */
  emptyText?: string;
}

/** A list of checkboxes for several choices out of many. */
export function ScopeCheckList({
  label,
  options,
  value,
  onChange,
  emptyText = 'No results',
}: ScopeCheckListProps) {
  const [search, setSearch] = useState('');
  const id = useId();
  const query = searchQuery(search);
  const found = options.filter((option) => searchText([option.label]).includes(query));
  const chosen = new Set(value);
  const toggle = (option: string) =>
    onChange(chosen.has(option) ? value.filter((one) => one !== option) : [...value, option]);
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{label}</legend>
      {options.length > SEARCH_FROM && (
        <SearchInput
          value={search}
          onValueChange={setSearch}
          placeholder={`Search ${label.toLowerCase()}...`}
        />
      )}
      <div className="max-h-44 overflow-y-auto rounded-md border border-control py-1">
        {found.slice(0, SHOWN).map((option) => (
          <label
            key={option.value}
            htmlFor={`${id}-${option.value}`}
            className="flex min-h-11 items-center gap-2.5 px-3 hover:bg-muted md:min-h-8"
          >
            <input
              id={`${id}-${option.value}`}
              type="checkbox"
              className="size-4 accent-primary"
              checked={chosen.has(option.value)}
              onChange={() => toggle(option.value)}
            />
            <span className="min-w-0 break-words">{option.label}</span>
          </label>
        ))}
        {found.length === 0 && (
          <p className="px-3 py-1.5 text-muted-foreground">
            {options.length === 0 ? emptyText : 'No results'}
          </p>
        )}
        {found.length > SHOWN && (
          <p className="px-3 py-1.5 text-xs text-muted-foreground">
            Search to find the other {found.length - SHOWN}.
          </p>
        )}
      </div>
      <p className="text-xs text-muted-foreground tabular-nums">{value.length} chosen</p>
    </fieldset>
  );
}
