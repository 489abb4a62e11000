import { commaText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { ChevronDown, ChevronUp, X } from '@/components/icons/index.ts';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { StatusShape } from '@/components/ui/Status.tsx';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { bulkActions } from '../../commands/bulkActions.ts';
import { type BulkReport, type FailedPole, followedText } from '../../commands/bulkReport.ts';
import type { Hindrance } from '../../commands/judge.ts';
import { useFlagActions } from '../../commands/useFlagActions.ts';
import { closedMoves } from './closedMoves.ts';

/** Maximum number of poles to list. */
const SHOWN = 100;

/**
 * Shows the result of one mass move: the poles that did not confirm, each with the cause, and an
 * Undo button. Stays until the user closes it.
 */
export function BulkPanel({ report }: { report: BulkReport }) {
  const { id, label, waiting, failed, hasList, canUndo } = report;
  const more = failed.length - SHOWN;
  const actions = useFlagActions(useCurrentUser().id);
  const [open, setOpen] = useState(!useIsMobile());
  const [isUndoing, setUndoing] = useState(false);
  const listId = useId();
  const isRetryable = failed.some(({ hindrance }) => hindrance === null);
  const noRetryId = useId();
  const placeId = useId();
  const place = placeOf(id);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={t`${label}: result`}
      className="pointer-events-auto overflow-hidden rounded-lg border border-border bg-raised shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4">
        <div className="min-w-48 flex-1">
          <h2 className="flex items-baseline gap-2 font-medium tabular-nums">
            <StatusShape tone={failed.length > 0 ? 'warn' : waiting > 0 ? 'off' : 'ok'} />
            <span>
              {followedText(report)}
              {waiting > 0 && (
                <span className="font-normal text-muted-foreground">
                  , <Plural value={waiting} other="# waiting" />
                </span>
              )}
            </span>
          </h2>
          {place !== null && (
            <p id={placeId} className="pl-4 text-xs break-words text-muted-foreground">
              {place}
            </p>
          )}
        </div>
        <div className="ml-auto flex items-center gap-1">
          {canUndo && (
            <Button
              pending={isUndoing}
              aria-describedby={place === null ? undefined : placeId}
              onClick={() => {
                setUndoing(true);
                void actions.undo(id).finally(() => setUndoing(false));
              }}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
          {hasList && (
            <>
              <Button
                disabled={!isRetryable}
                aria-describedby={isRetryable ? undefined : noRetryId}
                onClick={() => void actions.retryFailed(id)}
              >
                <Trans>Retry failed</Trans>
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-expanded={open}
                aria-controls={listId}
                aria-label={open ? t`Hide the list` : t`Show the list`}
                onClick={() => setOpen(!open)}
              >
                <Chevron aria-hidden="true" />
              </Button>
            </>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Close result: ${label}`}
            onClick={() => {
              closedMoves.add(bulkActions.movesOf(id).map((move) => move.id));
              bulkActions.close(id);
              document.getElementById('main')?.focus();
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      </div>
      {hasList && !isRetryable && (
        <p id={noRetryId} className="px-4 pb-2 text-xs text-muted-foreground tabular-nums">
          {noRetryText(report)}
        </p>
      )}
      <ScrollRegion
        id={listId}
        hidden={!open || !hasList}
        label={t`Problems: ${label}`}
        className="max-h-[min(16rem,40dvh)] overflow-y-auto border-t border-border"
      >
        <ul className="divide-y divide-border">
          {failed.slice(0, SHOWN).map((pole) => (
            <PoleLine key={pole.flag.id} pole={pole} />
          ))}
        </ul>
        {failed.length === 0 && (
          <p className="px-4 py-2 text-muted-foreground">
            <Trans>Waiting for reports</Trans>
          </p>
        )}
        {more > 0 && (
          <p className="border-t border-border px-4 py-2 text-muted-foreground">
            <Plural value={more} other="and # more" />
          </p>
        )}
      </ScrollRegion>
    </section>
  );
}

/** Returns the company and location of a mass move; null if it covers several locations. */
function placeOf(id: number): string | null {
  const places = new Set<string>();
  for (const flag of bulkActions.about(id).flags.values())
    places.add(`${flag.company} · ${flag.location}`);
  const [place = null] = places;
  return places.size === 1 ? place : null;
}

const COUNTS: Record<Hindrance | 'waiting', (count: number) => string> = {
  offline: (count) => plural(count, { other: '# offline' }),
  locked: (count) => plural(count, { other: '# locked' }),
  refused: (count) => plural(count, { other: '# rejected' }),
  'with a newer command': (count) => plural(count, { other: '# with a newer command' }),
  'without feedback': (count) => plural(count, { other: '# without feedback' }),
  'no longer in your list': (count) => plural(count, { other: '# no longer in your list' }),
  waiting: (count) => plural(count, { other: '# waiting' }),
};

/** Explains why no failed pole can be retried now: "Nothing to retry now: 2 offline, 1 locked." */
function noRetryText({ failed, waiting }: BulkReport): string {
  const counts = new Map<Hindrance | 'waiting', number>();
  for (const { hindrance } of failed)
    if (hindrance !== null) counts.set(hindrance, (counts.get(hindrance) ?? 0) + 1);
  if (waiting > 0) counts.set('waiting', waiting);
  const causes = commaText([...counts].map(([why, count]) => COUNTS[why](count)));
  return t`Nothing to retry now: ${causes}.`;
}

function PoleLine({ pole: { flag, cause } }: { pole: FailedPole }) {
  return (
    <li className="grid gap-x-4 px-4 py-2 sm:grid-cols-2">
      <div className="min-w-0">
        <p>
          <PoleLink pole={flag} />
        </p>
        <p className="text-xs break-words text-muted-foreground">
          {flag.company} · {flag.location}
        </p>
      </div>
      <p className="text-[0.8125rem] break-words">{cause}</p>
    </li>
  );
}
