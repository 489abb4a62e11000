import type { SessionUser } from '@halyard/domain';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { type Entry, findEntries } from './findEntries.ts';
import { PaletteOptions } from './PaletteOptions.tsx';
import { usePaletteGroups } from './usePaletteGroups.ts';

interface PaletteSearchProps {
  user: SessionUser;
  onLogout: () => void;
  onChosen: (to: Entry['to']) => void;
}

/** The field and what fits: a combobox, of which the arrow keys and Enter choose. */
export function PaletteSearch({ user, onLogout, onChosen }: PaletteSearchProps) {
  const { groups, loading, failed } = usePaletteGroups(user, onLogout);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = useMemo(() => findEntries(groups, typed), [groups, typed]);
  const entries = useMemo(() => found.flatMap(({ shown }) => shown), [found]);
  const at = Math.min(active, entries.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is composed the keys are the input method's.
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at + step + entries.length) % entries.length);
    }
    const chosen = entries[at];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onChosen(chosen.to);
    }
  };

  return (
    <>
      <div className="relative shrink-0 border-b border-border">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <input
          type="text"
          role="combobox"
          aria-label="Go to or do"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(at) : undefined}
          value={typed}
          placeholder="Company, location, flag, page or action…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-base text-foreground -outline-offset-2 placeholder:text-muted-foreground"
        />
      </div>
      <PaletteOptions
        id={listId}
        optionId={optionId}
        groups={found}
        active={at}
        onActive={setActive}
        onChosen={(entry) => onChosen(entry.to)}
      />
      <p
        role="status"
        className="shrink-0 border-t border-border px-4 py-2 text-xs text-muted-foreground empty:hidden"
      >
        {statusText({ typed, found, loading, failed })}
      </p>
    </>
  );
}

interface Status {
  typed: string;
  found: ReturnType<typeof findEntries>;
  loading: readonly string[];
  failed: readonly string[];
}

function statusText({ typed, found, loading, failed }: Status): string {
  if (loading.length > 0) return `Loading ${loading.join(', ')}…`;
  if (failed.length > 0) return `Could not be loaded: ${failed.join(', ')}`;
  if (found.length === 0) return `No results for “${typed.trim()}”`;
  if (typed.trim() === '') return '';
  const shown = found.reduce((sum, group) => sum + group.shown.length, 0);
  const total = found.reduce((sum, group) => sum + group.total, 0);
  if (shown === total) return total === 1 ? '1 result' : `${total} results`;
  return `${shown} of ${total.toLocaleString('en-US')} results: type on`;
}
