import type { Order, SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/dialog.tsx';
import { FormProblem } from '@/components/ui/form-problem.tsx';
import { OrderPreview } from './OrderPreview.tsx';
import { actLabel } from './reachWords.ts';
import { previewQuery } from './useHalfStaff.ts';

interface AmendConfirmProps {
  user: SessionUser;
  /** The approved order with the new terms. */
  amended: Order;
  pending: boolean;
  problem: string | null;
  onConfirm: () => void;
  onBack: () => void;
}

/** What an amendment does, before it takes effect. */
export function AmendConfirm(props: AmendConfirmProps) {
  const { user, amended, pending, problem, onConfirm, onBack } = props;
  const { data: preview } = useQuery(previewQuery(amended));
  return (
    <>
      <DialogBody>
        <p className="font-medium break-words">{amended.reason}</p>
        <OrderPreview user={user} order={amended} />
        <FormProblem text={problem} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack} disabled={pending}>
          Back
        </Button>
        <Button variant="primary" pending={pending} onClick={onConfirm}>
          {actLabel('Amend', preview, amended)}
        </Button>
      </DialogFooter>
    </>
  );
}
