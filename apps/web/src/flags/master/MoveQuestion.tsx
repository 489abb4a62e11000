import type { MoveControl } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { ALL_LABELS, FIELD_OF } from '../commands/moveControls.ts';
import {
  type LocalPlan,
  lampsText,
  leftOutText,
  type MoveFacts,
  placeLines,
  positionsText,
} from './movePlan.ts';

/** A mass move that waits for the user's confirmation. */
export interface AskedMove<Plan extends MoveFacts = LocalPlan> {
  control: MoveControl;
  /** The label of the pressed control, such as "All Half". Defaults to the control's own name. */
  label?: string;
  plan: Plan;
}

interface MoveQuestionProps {
  /** The move to confirm; null if there is none. */
  asked: AskedMove<MoveFacts> | null;
  onAnswer: (control: MoveControl) => void;
  onCancel: () => void;
}

/**
 * Asks for confirmation before moving many poles. Shows how many poles will move, where they are,
 * and their current positions.
 */
export function MoveQuestion({ asked, onAnswer, onCancel }: MoveQuestionProps) {
  // Toggling mixed lamps does not give them the same state, so on and off are also offered.
  const isToggle = asked?.control === 'toggle-lamps';
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && onCancel()}
      enterConfirms
      title={asked ? titleOf(asked) : ''}
      description={asked && <OrdersAndDays {...asked} />}
      confirmLabel={asked ? confirmLabel(asked) : ''}
      onConfirm={() => asked && onAnswer(asked.control)}
      otherActions={
        isToggle && (
          <>
            <Button onClick={() => onAnswer('lamps-on')}>{ALL_LABELS['lamps-on']}</Button>
            <Button onClick={() => onAnswer('lamps-off')}>{ALL_LABELS['lamps-off']}</Button>
          </>
        )
      }
    />
  );
}

/** Returns the title of a confirmation, such as "All Half: 24 poles". */
function titleOf({ control, label, plan }: AskedMove<MoveFacts>): string {
  const { count } = plan;
  const move = label ?? ALL_LABELS[control];
  return t`${move}: ${plural(count, { one: '# pole', other: '# poles' })}`;
}

function confirmLabel({ control, plan }: AskedMove<MoveFacts>): string {
  const { count } = plan;
  if (control === 'toggle-lamps') return t`Toggle all lamps`;
  if (control === 'lamps-on')
    return plural(count, { one: 'Turn on # lamp', other: 'Turn on # lamps' });
  if (control === 'lamps-off')
    return plural(count, { one: 'Turn off # lamp', other: 'Turn off # lamps' });
  return plural(count, { one: 'Move # pole', other: 'Move # poles' });
}

function OrdersAndDays({ control, plan }: AskedMove<MoveFacts>) {
  const leftOut = leftOutText(plan);
  const now = FIELD_OF[control] === 'lamp' ? lampsText(plan) : positionsText(plan);
  return (
    <>
      {placeLines(plan).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="mt-1.5 block text-foreground">
        <Trans>Now: {now}</Trans>
      </span>
      {leftOut !== null && <span className="block">{leftOut}</span>}
    </>
  );
}
