import { type Flag, isLocked, type MoveControl } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { X } from '@/components/icons/index.ts';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { toastFailure } from '@/lib/page/toast.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { MOVE_LABELS } from '../../commands/moveControls.ts';
import type { FlagActions } from '../../commands/useFlagActions.ts';
import { matchingFlags } from '../../data/matchingFlags.ts';
import { useControlsOf } from '../../data/useControlsOf.ts';
import type { FlagPageResult } from '../../data/useFlagPage.ts';
import { SELECTION_SLOT } from '../../master/bulk/selectionSlot.ts';
import { type AskedMove, MoveQuestion } from '../../master/MoveQuestion.tsx';
import { movePlan, needsQuestion } from '../../master/movePlan.ts';
import { useMoveBlock } from '../../master/useMoveBlock.ts';
import { MOST_LOCKED } from './lockMany.ts';
import { type FlagRowSelection, useSelected } from './useRowSelection.ts';

const LockSelectedDialog = lazyDialog(
  () => import('./LockSelectedDialog.tsx'),
  ({ onClose }) => onClose(),
);

interface SelectionBarProps {
  rows: FlagRowSelection;
  /** The search and filters, and the number of flags that match them on all pages. */
  result: Pick<FlagPageResult, 'selection' | 'total'>;
  actions: FlagActions;
}

/** A bar with the actions for the selected flags. Escape clears the selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { isOn } = useSelected(props.rows.selection);
  return isOn ? <OpenBar {...props} /> : null;
}

const stateOf = (id: string) => flagStore.state(id);

/** Maximum number of flags to select at once. */
const MOST_SELECTED = 1000;

const CONTROLS = ['up', 'half', 'down', 'lamps-on', 'lamps-off'] as const;

function OpenBar({ rows, result, actions }: SelectionBarProps) {
  const { selection, seen, see } = rows;
  const { ids } = useSelected(selection);
  const chosen = useMemo(() => [...ids].flatMap((id) => seen.get(id)?.flag ?? []), [seen, ids]);
  const shownCount = useMemo(
    () => [...ids].filter((id) => seen.get(id)?.matched === result.selection).length,
    [seen, ids, result.selection],
  );
  const selected = chosen.length;
  const hidden = selected - shownCount;
  const { total = 0 } = result;
  const isSearch = result.selection.q !== undefined;
  const reason = useMoveBlock(useControlsOf(chosen), true);
  const [isSelecting, setSelecting] = useState(false);
  const selectAll = async () => {
    setSelecting(true);
    try {
      const flags = await matchingFlags(result.selection);
      see(flags);
      selection.set(
        flags.map(({ id }) => id),
        true,
      );
    } catch (error) {
      toastFailure(t`Couldn’t select all flags.`, error);
    } finally {
      setSelecting(false);
    }
  };
  const [asked, setAsked] = useState<AskedMove | null>(null);
  const [locking, setLocking] = useState<readonly Flag[] | null>(null);
  const lockUsed = useOnceOpened(locking !== null);
  useEscape(() => selection.clear());

  const press = (control: MoveControl) => {
    const plan = movePlan(chosen, stateOf);
    // If a search or a filter hides some of the poles, the user must confirm the move.
    if (needsQuestion(plan, isSearch || hidden > 0))
      setAsked({ control, label: MOVE_LABELS[control], plan });
    else void actions.moveSelected(chosen, control);
  };
  const isTooMany = chosen.length > MOST_LOCKED;
  const lock = () => {
    const free = chosen.filter(({ id }) => {
      const view = stateOf(id)?.view;
      return !view || !isLocked(view);
    });
    if (free.length > 0) setLocking(free);
  };
  const isEmpty = chosen.length === 0;

  const bar = (
    <section
      aria-label={t`Selected flags`}
      className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-lg border border-border bg-raised p-2 shadow-float"
    >
      <p role="status" className="min-w-32 flex-1 pl-2 font-medium tabular-nums">
        <Plural value={selected} other="# selected" />
        {hidden > 0 && (
          <span className="font-normal text-muted-foreground">
            , <Plural value={hidden} other="# not shown" />
          </span>
        )}
      </p>
      {shownCount < total && total <= MOST_SELECTED && (
        <Button variant="ghost" pending={isSelecting} onClick={() => void selectAll()}>
          <Plural value={total} other="Select all #" />
        </Button>
      )}
      <div className="flex flex-wrap gap-2 max-md:order-last max-md:grid max-md:w-full max-md:grid-cols-3">
        {CONTROLS.map((control) => (
          <Button
            key={control}
            actsOnce
            disabled={isEmpty || reason !== undefined}
            title={isEmpty ? undefined : reason}
            onClick={() => press(control)}
          >
            {MOVE_LABELS[control]}
          </Button>
        ))}
        <Button
          disabled={isEmpty || isTooMany}
          title={
            isTooMany
              ? plural(MOST_LOCKED, { other: 'To lock flags, select at most #' })
              : undefined
          }
          onClick={lock}
        >
          <Trans>Lock…</Trans>
        </Button>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Clear selection`}
        title={t`Clear selection (Escape)`}
        onClick={() => {
          selection.clear();
          document.getElementById('main')?.focus();
        }}
      >
        <X aria-hidden="true" />
      </Button>
      <MoveQuestion
        asked={asked}
        onCancel={() => setAsked(null)}
        onAnswer={(control) => {
          // Moves exactly the poles that the confirmation named, even if the selection has changed
          // since.
          if (asked)
            void actions.moveSelected(
              chosen,
              control,
              new Set(asked.plan.flags.map(({ id }) => id)),
            );
          setAsked(null);
        }}
      />
      {lockUsed && (
        <Suspense fallback={null}>
          <LockSelectedDialog flags={locking} onClose={() => setLocking(null)} />
        </Suspense>
      )}
    </section>
  );
  const slot = document.getElementById(SELECTION_SLOT);
  return slot ? createPortal(bar, slot) : bar;
}

/** Calls `onEscape` when the user presses Escape outside of dialogs and search fields. */
function useEscape(onEscape: () => void): void {
  const takeEscape = useEffectEvent(onEscape);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) takeEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
