import type { Order, OrderReading, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { OrderForm } from '../orders/OrderForm.tsx';
import { useSaveOrder } from '../orders/orderActions.ts';
import { FoundOrders } from './FoundOrders.tsx';
import { NoOrderFound } from './NoOrderFound.tsx';
import type { ReadResult } from './readPasted.ts';

interface ReadOrderDialogProps {
  user: SessionUser;
  title: string;
  /** The text with the orders found in it. If null, the dialog shows `children` instead. */
  result: ReadResult | null;
  /** Returns a notice to show above the form for an order found in the text. */
  notice?: (order: OrderReading | null) => ReactNode;
  /** Called when the user goes back from the list of orders found in the text. */
  onBack: () => void;
  backLabel: string;
  onClose: () => void;
  onSaved: (order: Order) => void;
  children?: ReactNode;
}

interface Choice {
  of: ReadResult;
  order: OrderReading | null;
}

/**
 * Fills in the form of a new order from text. If several orders are found, the user chooses one; if
 * none is found, the form is empty. Saves the order as a draft.
 */
export function ReadOrderDialog({
  user,
  title,
  result,
  notice,
  onBack,
  backLabel,
  onClose,
  onSaved,
  children,
}: ReadOrderDialogProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const save = useSaveOrder(null, onSaved);
  const chosen = result && (choice?.of === result ? choice : onlyOrder(result));
  const several = result !== null && result.orders.length > 1;
  const choose = (of: ReadResult) => (order: OrderReading | null) => setChoice({ of, order });
  const isBeside = chosen !== null && chosen.of.text !== '';
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={title}
      keepOpen
      {...(chosen && { description: t`Check each field. Saving a draft doesn’t move any poles.` })}
      className={isBeside ? 'max-w-5xl' : 'max-w-2xl'}
    >
      {result === null ? (
        children
      ) : chosen ? (
        <OrderForm
          user={user}
          order={null}
          reading={{ text: result.text, sourceUrl: result.sourceUrl, order: chosen.order }}
          notice={notice?.(chosen.order)}
          submitLabel={t`Save draft`}
          cancelLabel={several ? t`Back` : backLabel}
          pending={save.isPending}
          problem={problemText(save.error)}
          onSubmit={(terms) => save.mutate(terms)}
          onCancel={several ? () => setChoice(null) : onBack}
        />
      ) : several ? (
        <FoundOrders
          orders={result.orders}
          onChoose={choose(result)}
          onBack={onBack}
          backLabel={backLabel}
        />
      ) : (
        <NoOrderFound
          text={result.text}
          onFillIn={() => choose(result)(null)}
          onBack={onBack}
          backLabel={backLabel}
        />
      )}
    </Dialog>
  );
}

/**
 * Returns the form to open right away: one for the only order found, or an empty form if there is
 * no text. Null if several orders or none were found.
 */
function onlyOrder(of: ReadResult): Choice | null {
  const [order = null, second] = of.orders;
  if (of.text === '') return { of, order: null };
  return order && !second ? { of, order } : null;
}
