import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Search, X } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { useShortcut } from '@/lib/page/shortcuts.ts';
import { Input } from './Input.tsx';

interface SearchInputProps {
  value: string;
  onValueChange: (value: string) => void;
  /**
   * The placeholder of the search field, as worded in the specification. It is also the field's
   * accessible name.
   */
  placeholder: string;
  /**
   * How long to wait after the user stops typing before the page is updated, in milliseconds; 0 to
   * update in the next frame. Set a longer time if each update sends a request to the server.
   */
  pause?: number;
  className?: string;
}

/**
 * Returns the text in the search field, and a function that changes it. The page is updated a
 * little later, so that the update does not delay typing.
 */
function useTyped({
  value,
  onValueChange,
  pause = 0,
}: SearchInputProps): [typed: string, setTyped: (typed: string) => void] {
  const [pending, setPending] = useState<string | null>(null);
  const report = useEffectEvent((text: string) => {
    onValueChange(text);
    setPending(null);
  });
  useEffect(() => {
    if (pending === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => report(pending), pause);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [pending, pause]);
  return [pending ?? value, setPending];
}

/** The search field of a page. `/` focuses it, Escape clears it. */
export function SearchInput(props: SearchInputProps) {
  const { placeholder, className } = props;
  const [typed, setTyped] = useTyped(props);
  const input = useRef<HTMLInputElement>(null);
  useShortcut(
    'search',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    // Not the default check, because the search field itself may be in a dialog.
    { isCovered: () => input.current?.closest('[aria-hidden="true"]') instanceof Element },
  );
  return (
    <div className={cn('relative w-full md:w-72', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={input}
        type="search"
        value={typed}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        className="px-8 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.stopPropagation();
          setTyped('');
        }}
      />
      {typed === '' ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-sm border border-border px-1.5 font-sans text-xs leading-4 text-muted-foreground touch:hidden"
        >
          /
        </span>
      ) : (
        <button
          type="button"
          aria-label={t`Clear search`}
          className="absolute top-1/2 right-0 grid size-8 -translate-y-1/2 place-items-center rounded-md text-muted-foreground hover:text-foreground touch:size-11"
          onClick={() => {
            setTyped('');
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
