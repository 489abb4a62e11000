import type { Order, OrderKind, OrderPreview, OrderTerms } from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';
import { polesText } from '../texts/polesText.ts';
import { AUTOPILOT_OFF, movesText } from '../texts/reachTexts.ts';

/** Saves a new draft, or the terms of an existing order. */
export const useSaveOrder = (order: Order | null, onDone: (saved: Order) => void) =>
  useHalfStaffChange(
    (terms: OrderTerms): Promise<Order> =>
      order === null
        ? call('createOrder', { body: terms })
        : call('updateOrder', {
            params: { id: order.id },
            body: { ...terms, revision: order.revision },
          }),
    {
      done:
        order === null ? 'Draft saved' : order.status === 'draft' ? 'Draft saved' : 'Order amended',
      failed: 'Failed to save the order.',
    },
    onDone,
  );

interface Approval {
  order: Order;
  /** The preview that was shown. Undefined if none could be shown. */
  preview: OrderPreview | undefined;
}

/** Describes what an approval does, one sentence for each effect. */
export function effectText(preview: OrderPreview, order: { kind: OrderKind }): string {
  if (!preview.engineIsOn) return AUTOPILOT_OFF;
  const { rising } = preview;
  const up = rising.count > 0 ? ` ${polesText(rising.count)} will go up.` : '';
  return movesText(preview.poles.moves.count, order) + up;
}

export const useApproveOrder = (onDone: () => void) =>
  useHalfStaffChange(
    ({ order: { id, revision } }: Approval) =>
      call('approveOrder', { params: { id }, body: { revision } }),
    {
      done: (_order, { order, preview }) => ({
        title: 'Order approved',
        ...(preview && { description: effectText(preview, order) }),
      }),
      failed: 'Failed to approve the order.',
    },
    onDone,
  );

export const useCancelOrder = (onDone: () => void) =>
  useHalfStaffChange(
    ({ order, why }: { order: Order; why: string }) =>
      call('cancelOrder', { params: { id: order.id }, body: { why } }),
    { done: 'Order canceled', failed: 'Failed to cancel the order.' },
    onDone,
  );

export const useDeleteDraft = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: Order) => call('deleteOrder', { params: { id } }),
    { done: 'Draft deleted', failed: 'Failed to delete the draft.' },
    onDone,
  );
