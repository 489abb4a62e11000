import { type MoveProgress, numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { X } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { call } from '@/lib/api/api.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { type LargeMove, largeMoves } from '../../commands/largeMoves.ts';
import { MOVE_LABELS } from '../../commands/moveControls.ts';
import { closedMoves } from './closedMoves.ts';
import { LargeMoveProblems } from './LargeMoveProblems.tsx';

/** How often to fetch a large move's progress, in milliseconds. */
const POLL_MS = 2000;

/**
 * Shows the progress of a mass move that the server performs in the background, the poles that did
 * not move, and the buttons Cancel and Undo.
 */
export function LargeMovePanel({ move }: { move: LargeMove }) {
  const client = useQueryClient();
  const { id, control, undoUntil } = move;
  const queryKey = ['moves', id];
  const { data = move } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getMove', { params: { id }, signal }),
    refetchInterval: ({ state }) => (isSettled(state.data?.progress) ? false : POLL_MS),
  });
  const [isActing, setActing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { progress } = data;
  if (progress === null) return null;
  const label = MOVE_LABELS[control];
  const problems = progress.refused + progress.skipped + progress.notSent + progress.notConfirmed;
  const act = async (action: () => Promise<unknown>, failed: string) => {
    setActing(true);
    try {
      await action();
      await client.invalidateQueries({ queryKey });
    } catch (error) {
      toastFailure(failed, error);
    } finally {
      setActing(false);
    }
  };
  const canUndo = progress.isDone && progress.sent > progress.undone && serverNow() < undoUntil;
  const heading = `${label}: ${progressText(progress)}`;
  return (
    <section
      aria-label={t`${label}: result`}
      className="pointer-events-auto overflow-hidden rounded-lg border border-border bg-raised shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4">
        <h2 className="min-w-48 flex-1 font-medium tabular-nums">{heading}</h2>
        <div className="ml-auto flex items-center gap-1">
          {!progress.isDone && (
            <Button
              pending={isActing}
              onClick={() =>
                void act(() => call('cancelMove', { params: { id } }), t`Couldn’t cancel the move.`)
              }
            >
              <Trans>Cancel</Trans>
            </Button>
          )}
          {canUndo && (
            <Button
              pending={isActing}
              onClick={() =>
                void act(() => call('undoMove', { params: { id } }), t`Couldn’t undo the move.`)
              }
            >
              <Trans>Undo</Trans>
            </Button>
          )}
          {progress.isDone && problems > 0 && (
            <>
              <Button
                pending={isActing}
                onClick={() =>
                  void act(
                    () => call('retryMove', { params: { id }, body: {} }),
                    t`Failed to update flags`,
                  )
                }
              >
                <Trans>Retry failed</Trans>
              </Button>
              <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? t`Hide the list` : t`Show the list`}
              </Button>
            </>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Close result: ${label}`}
            onClick={() => {
              closedMoves.add([id]);
              largeMoves.close(id);
              document.getElementById('main')?.focus();
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      </div>
      {!progress.isDone && !progress.isUndoing && (
        <progress
          aria-label={label}
          className="block h-1 w-full"
          max={progress.total}
          value={progress.total - progress.remaining}
        />
      )}
      {problems > 0 && (
        <p className="px-4 pb-2 text-xs text-muted-foreground tabular-nums">
          {problemsText(progress)}
        </p>
      )}
      {isOpen && <LargeMoveProblems id={id} label={label} />}
    </section>
  );
}

/** Whether the progress of a move is final. */
const isSettled = (progress: MoveProgress | null | undefined) =>
  progress?.isDone === true && progress.waiting === 0;

function progressText(progress: MoveProgress): string {
  const { total, remaining, sent, confirmed, undone, isDone, isUndoing } = progress;
  if (isUndoing || undone > 0) {
    const restored = numberText(undone);
    return t`${restored} of ${plural(sent, { other: '# poles' })} restored`;
  }
  if (!isDone) {
    const handled = numberText(total - remaining);
    return t`sent to ${handled} of ${plural(total, { other: '# poles' })}`;
  }
  const some = numberText(confirmed);
  return t`${some} of ${plural(total, { other: '# poles' })} confirmed`;
}

function problemsText({ refused, skipped, notSent, notConfirmed }: MoveProgress): string {
  return [
    skipped > 0 && plural(skipped, { other: '# skipped' }),
    refused > 0 && plural(refused, { other: '# rejected' }),
    notSent > 0 && plural(notSent, { other: '# not sent' }),
    notConfirmed > 0 && plural(notConfirmed, { other: '# not confirmed' }),
  ]
    .filter((text) => text !== false)
    .join(' · ');
}
