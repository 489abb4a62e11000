import type { SessionUser } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { Search } from '@/components/icons/index.ts';
import { recentEntries, rememberEntry } from '@/lib/lists/recentEntries.ts';
import { readCommand } from './commandWords.ts';
import { type Entry, type FoundGroup, findEntries } from './findEntries.ts';
import { PaletteOptions } from './PaletteOptions.tsx';
import { type CommandActions, type Commands, useCommands } from './useCommands.ts';
import { usePaletteGroups } from './usePaletteGroups.ts';
import { recentIds, useRecent } from './useRecent.ts';
import { type Search as Found, useSearch } from './useSearch.ts';

interface PaletteSearchProps {
  user: SessionUser;
  onLogout: () => void;
  commandActions: CommandActions;
  onChosen: (entry: Entry) => void;
}

/**
 * The search field of the command palette, and the matching entries below it. A command that moves
 * poles is preselected only if the typed text has no other meaning.
 */
export function PaletteSearch({ user, onLogout, commandActions, onChosen }: PaletteSearchProps) {
  const [typed, setTyped] = useState('');
  const [keys] = useState(() => recentEntries(user.id));
  const recentRecords = useMemo(() => recentIds(keys), [keys]);
  const search = useSearch(typed, readCommand(typed)?.target ?? '', recentRecords);
  const { isSettled } = search;
  const groups = usePaletteGroups(user, onLogout, search.found?.found);
  /** The key of the entry that the user highlighted since the text last changed; null if none. */
  const [active, setActive] = useState<string | null>(null);
  /** The typed text, if the user pressed Enter before any results had arrived; otherwise null. */
  const [entered, setEntered] = useState<string | null>(null);
  const listId = useId();
  const commands = useCommands(user, search, typed, commandActions);
  const { group } = commands;
  const recent = useRecent(user, keys, groups, search.named, typed);
  const found = useMemo(
    () => ordered(group, recent, findEntries(groups, typed)),
    [group, recent, groups, typed],
  );
  const entries = useMemo(() => found.flatMap(({ shown }) => shown), [found]);
  const first = isPreselected(found[0], typed, isSettled, commands) ? 0 : -1;
  const at = active === null ? first : entries.findIndex(({ key }) => key === active);
  const optionId = (index: number) => `${listId}-${index}`;
  const choose = (entry: Entry) => {
    if (entry.refusal !== undefined) return;
    const key = entry.recent === undefined ? entry.key : entry.recent;
    if (key !== null) rememberEntry(user.id, key);
    onChosen(entry);
  };

  const chooseEntered = useEffectEvent(() => {
    const chosen = entries[at];
    setEntered(null);
    // A command that moves poles must have been on screen when Enter was pressed.
    const moves = found[0] === group && commands.isMove;
    if (entered === typed && chosen && !moves) choose(chosen);
  });
  useEffect(() => {
    if (isSettled && entered !== null) chooseEntered();
  }, [isSettled, entered]);

  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, the keys go to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && at < 0 && !isSettled) setEntered(typed);
    if (entries.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setEntered(null);
      const from = at === -1 && event.key === 'ArrowUp' ? 0 : at;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(entries[(from + step + entries.length) % entries.length]!.key);
    }
    const chosen = entries[at];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
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
          aria-label={t`Search or run a command`}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          value={typed}
          placeholder={t`Search, or type “lower Main Entrance”…`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(null);
            setEntered(null);
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
        onActive={(index) => setActive(entries[index]!.key)}
        onChosen={choose}
      />
      <p
        role="status"
        className="shrink-0 border-t border-border px-4 py-2 text-xs text-muted-foreground empty:hidden"
      >
        {statusText({ typed, found, search, commands, isActive: at >= 0 })}
      </p>
    </>
  );
}

/**
 * Whether Enter chooses the first entry of the palette. For a command, this is true only if the
 * typed text has no other meaning. For any other entry, it is true only if the search results have
 * arrived or the entry begins with the typed text.
 */
function isPreselected(
  group: FoundGroup | undefined,
  typed: string,
  isSettled: boolean,
  commands: Commands,
): boolean {
  if (group === undefined) return false;
  if (group === commands.group) return commands.isSure && isSettled;
  return isSettled || group.begins || typed.trim() === '';
}

/**
 * Puts entries that begin with the whole typed text before commands, because "lower lot" may be a
 * pole's name.
 */
function ordered(
  commands: FoundGroup | null,
  recent: FoundGroup | null,
  found: readonly FoundGroup[],
): readonly FoundGroup[] {
  if (recent !== null) {
    const isRecent = new Set(recent.shown.map(({ key }) => key));
    const others = found.map((group) => {
      const shown = group.shown.filter(({ key }) => !isRecent.has(key));
      return { ...group, shown, total: shown.length };
    });
    return [recent, ...others.filter(({ total }) => total > 0)];
  }
  if (commands === null) return found;
  return [
    ...found.filter(({ begins }) => begins),
    commands,
    ...found.filter(({ begins }) => !begins),
  ];
}

interface Status {
  typed: string;
  found: readonly FoundGroup[];
  search: Found;
  commands: Commands;
  isActive: boolean;
}

function statusText({ typed, found, search, commands, isActive }: Status): string {
  if (commands.hint !== null) return commands.hint;
  if (search.isFailed) return t`Couldn’t search. Check your connection, then try again.`;
  if (!search.isSettled && typed.trim() !== '') return t`Searching…`;
  if (found.length === 0) return t`No results for “${{ query: typed.trim() }}”`;
  if (typed.trim() === '') return '';
  const shown = found.reduce((sum, group) => sum + group.shown.length, 0);
  const total = found.reduce((sum, group) => sum + group.total, 0);
  const counts =
    shown === total
      ? plural(total, { one: '# result', other: '# results' })
      : t`${shown} of ${plural(total, { one: '# result', other: '# results' })}; keep typing`;
  return isActive ? counts : t`${counts}. Tap a result, or select one with the arrow keys.`;
}
