import { isOperator, may, type Order, type OrderTerms, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useRaise } from '../autopilot/useRaise.ts';
import { type TermsLike, termsLike } from '../templates/termsLike.ts';
import { AmendConfirm } from './AmendConfirm.tsx';
import { OrderForm } from './OrderForm.tsx';
import { OrderView } from './OrderView.tsx';
import { useSaveOrder } from './orderActions.ts';
import { KIND_LABELS } from './orderTexts.ts';

interface OrderDialogProps {
  user: SessionUser;
  /** The order to show; null for a new one. */
  order: Order | null;
  onClose: () => void;
  /** Called with the saved order, or with the new order if the user made a copy. */
  onSaved: (order: Order) => void;
}

/**
 * Shows an order's terms and effect. Also contains the forms for creating, amending and copying an
 * order, and shows the effect of an amendment.
 */
export function OrderDialog({ user, order, onClose, onSaved }: OrderDialogProps) {
  const [editing, setEditing] = useState(order === null);
  /**
   * The initial terms of a new order, copied from the order on screen; null if the user is not
   * copying.
   */
  const [like, setLike] = useState<TermsLike | null>(null);
  const edited = like === null ? order : null;
  const [amended, setAmended] = useState<OrderTerms | null>(null);
  const [confirming, setConfirming] = useState(false);
  const raise = useRaise(user);
  /** The IDs of the flags to raise after the amendment is saved. */
  const raising = useRef<readonly string[]>([]);
  const save = useSaveOrder(edited, (saved) => {
    setEditing(false);
    setLike(null);
    setConfirming(false);
    setAmended(null);
    if (raising.current.length > 0) void raise(raising.current);
    onSaved(saved);
  });
  const isAmending = edited?.status === 'approved';
  const title = edited === null ? t`New order` : isAmending ? t`Amend order` : t`Edit order`;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={editing || order === null ? title : KIND_LABELS[order.kind]}
      {...(editing && isAmending
        ? {
            description: confirming
              ? t`Nothing has changed yet.`
              : t`You can preview your changes before they take effect. Every version is kept.`,
          }
        : {})}
      className="max-w-2xl"
    >
      {confirming && order !== null && amended !== null ? (
        <AmendConfirm
          user={user}
          amended={{ ...order, ...amended }}
          pending={save.isPending}
          problem={problemText(save.error)}
          onConfirm={(raiseIds) => {
            raising.current = raiseIds;
            save.mutate(amended);
          }}
          onBack={() => setConfirming(false)}
        />
      ) : editing || order === null ? (
        <OrderForm
          user={user}
          order={edited && { ...edited, ...amended }}
          like={like}
          submitLabel={isAmending ? t`Continue` : t`Save draft`}
          pending={save.isPending}
          problem={problemText(save.error)}
          onSubmit={(terms) => {
            if (!isAmending) return save.mutate(terms);
            setAmended(terms);
            setConfirming(true);
          }}
          onCancel={() => {
            setAmended(null);
            setLike(null);
            if (order === null) onClose();
            else setEditing(false);
          }}
        />
      ) : (
        <OrderView
          user={user}
          order={order}
          mayChange={may(user, 'order.manage') && isOwn(order, user)}
          onEdit={() => setEditing(true)}
          onUseAgain={() => {
            setLike(termsLike(order, Date.now()));
            setEditing(true);
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/**
 * Returns whether the user may change the order. A company sees the operator's orders, but may
 * change only its own.
 */
const isOwn = (order: Order, user: SessionUser) =>
  isOperator(user.role) || order.companyId === user.companyId;
