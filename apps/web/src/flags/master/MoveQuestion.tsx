import type { MoveControl } from '@halyard/domain';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { counted } from '@/lib/count.ts';
import { FIELD_OF, MOVE_LABELS } from '../commands/moveControls.ts';
import { lampsText, leftOutText, type MovePlan, placeLines, positionsText } from './movePlan.ts';

/** A move that the user must confirm. */
export interface AskedMove {
  control: MoveControl;
  /** The label of the pressed control: "All Half"; absent: the control's own name. */
  label?: string;
  plan: MovePlan;
}

interface MoveQuestionProps {
  /** Null while there is no question. */
  asked: AskedMove | null;
  onAnswer: (control: MoveControl) => void;
  onCancel: () => void;
}

/** Asks before many poles are moved: says how many, where, and from which positions. */
export function MoveQuestion({ asked, onAnswer, onCancel }: MoveQuestionProps) {
  // Toggling mixed lamps gives no common state, so on and off are also offered.
  const isToggle = asked?.control === 'toggle-lamps';
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && onCancel()}
      enterConfirms
      title={
        asked
          ? `${asked.label ?? MOVE_LABELS[asked.control]}: ${counted(asked.plan.flags.length, 'pole')}`
          : ''
      }
      description={asked && <Facts {...asked} />}
      confirmLabel={asked ? confirmLabel(asked) : ''}
      onConfirm={() => asked && onAnswer(asked.control)}
      otherActions={
        isToggle && (
          <>
            <Button onClick={() => onAnswer('lamps-on')}>{MOVE_LABELS['lamps-on']}</Button>
            <Button onClick={() => onAnswer('lamps-off')}>{MOVE_LABELS['lamps-off']}</Button>
          </>
        )
      }
    />
  );
}

function confirmLabel({ control, plan }: AskedMove): string {
  const { length } = plan.flags;
  if (control === 'toggle-lamps') return 'Toggle each';
  if (control === 'lamps-on') return `Turn on ${counted(length, 'lamp')}`;
  if (control === 'lamps-off') return `Turn off ${counted(length, 'lamp')}`;
  return `Move ${counted(length, 'pole')}`;
}

function Facts({ control, plan }: AskedMove) {
  const leftOut = leftOutText(plan);
  return (
    <>
      {placeLines(plan).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="mt-1.5 block text-foreground">
        Now: {FIELD_OF[control] === 'lamp' ? lampsText(plan) : positionsText(plan)}
      </span>
      {leftOut !== null && <span className="block">{leftOut}</span>}
    </>
  );
}
