import { may, type Order, type SessionUser } from '@halyard/domain';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog.tsx';
import { problemText } from '@/lib/api.ts';
import { OrderForm } from './OrderForm.tsx';
import { OrderView } from './OrderView.tsx';
import { useSaveOrder } from './useHalfStaff.ts';
import { KIND_LABELS } from './words.ts';

interface OrderDialogProps {
  user: SessionUser;
  /** Null for a new one. */
  order: Order | null;
  onClose: () => void;
  onSaved: (order: Order) => void;
}

/** An order: what it says and will do, and the form that writes or amends it. */
export function OrderDialog({ user, order, onClose, onSaved }: OrderDialogProps) {
  const [editing, setEditing] = useState(order === null);
  const save = useSaveOrder(order, (saved) => {
    setEditing(false);
    onSaved(saved);
  });
  const isAmending = order?.status === 'approved';
  const title = order === null ? 'New Order' : isAmending ? 'Amend Order' : 'Edit Order';
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={editing || order === null ? title : KIND_LABELS[order.kind]}
      {...(editing && isAmending
        ? { description: 'Poles follow the amended order at once. The version before is kept.' }
        : {})}
      className="max-w-2xl"
    >
      {editing || order === null ? (
        <OrderForm
          user={user}
          order={order}
          submitLabel={isAmending ? 'Amend Order' : 'Save Draft'}
          pending={save.isPending}
          problem={problemText(save.error)}
          onSubmit={(terms) => save.mutate(terms)}
          onCancel={() => (order === null ? onClose() : setEditing(false))}
        />
      ) : (
        <OrderView
          order={order}
          mayChange={may(user, 'order.manage') && isOwn(order, user)}
          onEdit={() => setEditing(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** A company changes its own orders; the operator's are shown to it. */
const isOwn = (order: Order, user: SessionUser) =>
  user.role === 'master' || order.companyId === user.companyId;
