import type { MoveControl, SwitchField } from '@halyard/domain';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { counted } from '@/lib/count.ts';
import { CONTROL_OF, MASTER_LABELS, MOVE_LABELS } from './moveControls.ts';
import { lampsText, leftOutText, type MovePlan, placeLines, positionsText } from './movePlan.ts';

/** What is asked before many poles are moved. */
export interface AskedMove {
  field: SwitchField;
  plan: MovePlan;
}

interface MoveQuestionProps {
  /** Null: nothing is asked. */
  asked: AskedMove | null;
  onAnswer: (control: MoveControl) => void;
  onCancel: () => void;
}

/** Asks before a master control moves many poles: how many, where, and from which positions. */
export function MoveQuestion({ asked, onAnswer, onCancel }: MoveQuestionProps) {
  const isLamp = asked?.field === 'lamp';
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && onCancel()}
      enterConfirms
      title={
        asked ? `${MASTER_LABELS[asked.field]}: ${counted(asked.plan.flags.length, 'pole')}` : ''
      }
      description={asked && <Facts {...asked} />}
      confirmLabel={
        isLamp ? 'Toggle each' : asked ? `Move ${counted(asked.plan.flags.length, 'pole')}` : ''
      }
      onConfirm={() => asked && onAnswer(CONTROL_OF[asked.field])}
      otherActions={
        isLamp && (
          <>
            <Button onClick={() => onAnswer('lamps-on')}>{MOVE_LABELS['lamps-on']}</Button>
            <Button onClick={() => onAnswer('lamps-off')}>{MOVE_LABELS['lamps-off']}</Button>
          </>
        )
      }
    />
  );
}

function Facts({ field, plan }: AskedMove) {
  const leftOut = leftOutText(plan);
  return (
    <>
      {placeLines(plan).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="mt-1.5 block text-foreground">
        Now: {field === 'lamp' ? lampsText(plan) : positionsText(plan)}
      </span>
      {leftOut !== null && <span className="block">{leftOut}</span>}
    </>
  );
}
