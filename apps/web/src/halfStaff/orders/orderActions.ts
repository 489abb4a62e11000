import type { Order, OrderKind, OrderPreview, OrderTerms } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';
import { AUTOPILOT_OFF } from '../texts/autopilotOff.ts';
import { movesText } from '../texts/reachTexts.ts';

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
        order === null
          ? t`Draft saved`
          : order.status === 'draft'
            ? t`Draft saved`
            : t`Order amended`,
      failed: t`Couldn’t save the order.`,
    },
    onDone,
  );

interface Approval {
  order: Order;
  /** The preview that the user saw; undefined if it could not be loaded. */
  preview: OrderPreview | undefined;
}

/** Describes what an approval does, in one sentence per effect. */
export function effectText(preview: OrderPreview, order: { kind: OrderKind }): string {
  if (!preview.engineIsOn) return AUTOPILOT_OFF;
  const { rising, poles } = preview;
  const sentences = [movesText(poles.moves.count, order)];
  if (rising.count > 0)
    sentences.push(
      plural({ count: rising.count }, { one: '# pole will go up.', other: '# poles will go up.' }),
    );
  if (poles.waits.count > 0)
    sentences.push(
      plural(
        { count: poles.waits.count },
        {
          one: '# pole is waiting for a second approval.',
          other: '# poles are waiting for a second approval.',
        },
      ),
    );
  return sentences.join(' ');
}

export const useApproveOrder = (onDone: () => void) =>
  useHalfStaffChange(
    ({ order: { id, revision } }: Approval) =>
      call('approveOrder', { params: { id }, body: { revision } }),
    {
      done: (_order, { order, preview }) => ({
        title: t`Order approved`,
        ...(preview && { description: effectText(preview, order) }),
      }),
      failed: t`Couldn’t approve the order.`,
    },
    onDone,
  );

export const useCancelOrder = (onDone: () => void) =>
  useHalfStaffChange(
    ({ order, why }: { order: Order; why: string }) =>
      call('cancelOrder', { params: { id: order.id }, body: { why } }),
    { done: t`Order canceled`, failed: t`Couldn’t cancel the order.` },
    onDone,
  );

export const useDeleteDraft = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: Order) => call('deleteOrder', { params: { id } }),
    { done: t`Draft deleted`, failed: t`Couldn’t delete the draft.` },
    onDone,
  );
