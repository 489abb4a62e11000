import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ReadText } from '../orders/ReadText.tsx';

interface NoOrderFoundProps {
  text: string;
  onFillIn: () => void;
  onBack: () => void;
  backLabel: string;
}

/** Says that no order was found, and shows the text that was read. */
export function NoOrderFound({ text, onFillIn, onBack, backLabel }: NoOrderFoundProps) {
  const fillIn = useRef<HTMLButtonElement>(null);
  useEffect(() => fillIn.current?.focus(), []);
  return (
    <>
      <DialogBody>
        <p role="status" className="font-medium">{t`No order found in this text.`}</p>
        <ReadText text={text} order={null} field={null} className="max-h-[50dvh]" />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack}>{backLabel}</Button>
        <Button ref={fillIn} variant="primary" onClick={onFillIn}>
          <Trans>Fill in manually</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
