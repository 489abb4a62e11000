import type { Company } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, startTransition, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Search } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { openWhenLoaded, useOverlaysUnfocused } from '@/components/ui/overlays.ts';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { useAfterTyping } from '@/lib/lists/useListPage.ts';

/** Maximum number of matches shown. */
const MAX_SHOWN = 50;

const pathOf = ({ id }: Company) => `/companies/${encodeURIComponent(id)}`;

/** Lets masters open a company from the dashboard (spec §2). */
export function FindCompany() {
  const [open, setOpen] = useState(false);
  // A transition, because opening it the first time takes longer than a frame.
  const onOpenChange = (next: boolean) => startTransition(() => setOpen(next));
  const [parts, button] = useOverlaysUnfocused<HTMLButtonElement>(open);
  const label = (
    <>
      <Search aria-hidden="true" />
      <Trans>Find Company</Trans>
    </>
  );
  if (!parts)
    return (
      <Button ref={button} onClick={openWhenLoaded(() => setOpen(true))}>
        {label}
      </Button>
    );
  const { Popover, PopoverContent, PopoverTrigger } = parts;
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <Button>{label}</Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t`Find Company`} className="grid gap-2">
        <Matches onChosen={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function Matches({ onChosen }: { onChosen: () => void }) {
  const [name, setName] = useState('');
  const q = useAfterTyping(name.trim());
  const { data, isPending } = useQuery(
    listPageQuery('listCompanies', { page: '1', limit: String(MAX_SHOWN), ...(q !== '' && { q }) }),
  );
  const [, navigate] = useLocation();
  const listId = useId();
  // Until the server has responded, shows the previous matches that still match.
  const shown = (data?.items ?? []).filter((company) =>
    company.name.toLowerCase().includes(name.trim().toLowerCase()),
  );
  const more = (data?.total ?? 0) - (data?.items.length ?? 0);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [first] = shown;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first) {
      navigate(pathOf(first));
      onChosen();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and links in it
    <div className="grid gap-2" onKeyDown={onKeyDown}>
      <Input
        value={name}
        placeholder={t`Type company name...`}
        aria-label={t`Company name`}
        aria-controls={listId}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      {shown.length === 0 ? (
        <p role="status" className="px-2 py-1.5 text-muted-foreground">
          {isPending ? t`Loading companies…` : t`No companies found`}
        </p>
      ) : (
        <ul id={listId} aria-label={t`Companies`} className="max-h-60 overflow-y-auto">
          {shown.map((company) => (
            <li key={company.id}>
              <Link
                href={pathOf(company)}
                onClick={onChosen}
                className="block truncate rounded-sm px-2 py-1.5 hover:bg-muted focus-visible:bg-muted max-md:py-3"
              >
                {company.name}
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li className="px-2 py-1.5 text-xs text-muted-foreground">
              {plural(more, { other: 'and # more; keep typing' })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

/** Moves the focus up or down through the search field and the matches below it. */
function moveFocus(area: HTMLElement, step: 1 | -1): void {
  const stops = [...area.querySelectorAll<HTMLElement>('input, a')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? stops.indexOf(focused) : -1;
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}
