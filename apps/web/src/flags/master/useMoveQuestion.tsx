import type { FlagSelection, MoveControl, MovePlan } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { type ReactNode, useRef, useState } from 'react';
import { toastFailure } from '@/lib/page/toast.ts';
import { askPlan } from '../commands/massMove.ts';
import { type AskedMove, MoveQuestion } from './MoveQuestion.tsx';
import { hasMixedLamps, needsQuestion } from './movePlan.ts';

/** The flags to move: all that match a search and filters, or the flags in a list. */
export type MoveTarget = { query: FlagSelection } | { flagIds: string[] };

interface PressedMove {
  control: MoveControl;
  target: MoveTarget;
  /** The label of the pressed control, such as "All Half". Defaults to the control's own name. */
  label?: string;
  /**
   * Whether the flags are the result of a text search, which may match more than the user meant.
   */
  isSearch: boolean;
}

interface MoveQuestions {
  /**
   * Called when the user presses a control. Moves the flags, after a confirmation if one is
   * required.
   */
  press: (pressed: PressedMove) => void;
  dialog: ReactNode;
}

/**
 * Asks the server which flags a move would affect and, if necessary, asks the user for
 * confirmation. Then moves exactly these flags.
 */
export function useMoveQuestion(
  onMove: (plan: MovePlan, control: MoveControl) => Promise<void>,
): MoveQuestions {
  const [asked, setAsked] = useState<AskedMove<MovePlan> | null>(null);
  const isAsking = useRef(false);
  const press = async ({ control, target, isSearch, ...rest }: PressedMove) => {
    // A double click moves the flags only once.
    if (isAsking.current) return;
    isAsking.current = true;
    let plan: MovePlan;
    try {
      plan = await askPlan({ control, ...target });
    } catch (error) {
      toastFailure(t`Failed to update flags`, error);
      return;
    } finally {
      isAsking.current = false;
    }
    const isMixed = control === 'toggle-lamps' && hasMixedLamps(plan);
    if (needsQuestion(plan, isSearch) || isMixed) setAsked({ control, plan, ...rest });
    else await onMove(plan, control);
  };
  return {
    press: (pressed) => void press(pressed),
    dialog: (
      <MoveQuestion
        asked={asked}
        onCancel={() => setAsked(null)}
        onAnswer={(control) => {
          if (asked) void onMove(asked.plan, control);
          setAsked(null);
        }}
      />
    ),
  };
}
