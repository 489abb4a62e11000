import type { Order, SessionUser } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { RaiseChoice, TooManyToRaise } from '../autopilot/ReleaseEffect.tsx';
import { previewQuery } from '../data/halfStaffQueries.ts';
import { actLabel } from '../texts/reachTexts.ts';
import { OrderPreview } from './OrderPreview.tsx';

interface AmendConfirmProps {
  user: SessionUser;
  /** The approved order with its new terms. */
  amended: Order;
  pending: boolean;
  problem: string | null;
  /**
   * Called when the user confirms the amendment.
   * @param raiseIds the IDs of flags that the user wants to raise; only used while autopilot is off
   */
  onConfirm: (raiseIds: readonly string[]) => void;
  onBack: () => void;
}

/** Shows the effect of an amendment before the user confirms it. */
export function AmendConfirm(props: AmendConfirmProps) {
  const { user, amended, pending, problem, onConfirm, onBack } = props;
  const { data: preview } = useQuery(previewQuery(amended));
  const [raises, setRaises] = useState(false);
  const raiseIds = preview && !preview.engineIsOn ? (preview.risingIds ?? []) : [];
  return (
    <>
      <Edited when />
      <DialogBody>
        <p className="font-medium break-words">{amended.reason}</p>
        <OrderPreview user={user} order={amended} isPlanned />
        {preview && !preview.engineIsOn && preview.risingIds === null && <TooManyToRaise />}
        {raiseIds.length > 0 && (
          <RaiseChoice count={raiseIds.length} raises={raises} onRaises={setRaises} />
        )}
        <FormProblem text={problem} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack} disabled={pending}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          pending={pending}
          onClick={() => onConfirm(raises ? raiseIds : [])}
        >
          {raises
            ? t`Amend and raise ${plural({ count: raiseIds.length }, { one: '# pole', other: '# poles' })}`
            : actLabel('amend', preview, amended)}
        </Button>
      </DialogFooter>
    </>
  );
}
