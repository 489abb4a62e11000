import type { Order, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { OrderForm } from '../orders/OrderForm.tsx';
import { useSaveOrder } from '../orders/orderActions.ts';
import type { Reading } from '../orders/reading.ts';
import { FoundOrders } from './FoundOrders.tsx';
import { NoOrderFound } from './NoOrderFound.tsx';
import { PasteForm } from './PasteForm.tsx';
import type { ReadResult } from './readPasted.ts';

export interface PasteDialogProps {
  user: SessionUser;
  onClose: () => void;
  onSaved: (order: Order) => void;
}

/**
 * Fills in the form of a new order from a text, a link or a file. Saves a draft, which does not
 * move any flag. Only what the form shows is stored, not the text.
 */
export default function PasteDialog({ user, onClose, onSaved }: PasteDialogProps) {
  const [input, setInput] = useState('');
  const [result, setResult] = useState<ReadResult | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const save = useSaveOrder(null, onSaved);
  const read = (next: ReadResult) => {
    const { text, sourceUrl, orders } = next;
    const [only, second] = orders;
    setResult(next);
    setReading(only && !second ? { text, sourceUrl, order: only } : null);
  };
  const backToInput = () => {
    setResult(null);
    setReading(null);
  };
  const several = result !== null && result.orders.length > 1;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Paste order`}
      keepOpen
      {...(reading && { description: t`Check each field. Saving a draft moves no pole.` })}
      className={reading ? 'max-w-5xl' : 'max-w-2xl'}
    >
      {reading ? (
        <OrderForm
          user={user}
          order={null}
          reading={reading}
          submitLabel={t`Save draft`}
          cancelLabel={t`Back`}
          pending={save.isPending}
          problem={problemText(save.error)}
          onSubmit={(terms) => save.mutate(terms)}
          onCancel={several ? () => setReading(null) : backToInput}
        />
      ) : result === null ? (
        <PasteForm text={input} onText={setInput} onRead={read} onCancel={onClose} />
      ) : several ? (
        <FoundOrders
          result={result}
          onChoose={(order) =>
            setReading({ text: result.text, sourceUrl: result.sourceUrl, order })
          }
          onBack={backToInput}
        />
      ) : (
        <NoOrderFound
          text={result.text}
          onFillIn={() =>
            setReading({ text: result.text, sourceUrl: result.sourceUrl, order: null })
          }
          onBack={backToInput}
        />
      )}
    </Dialog>
  );
}
