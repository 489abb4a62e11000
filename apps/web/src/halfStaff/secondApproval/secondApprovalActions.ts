import type { Order } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

interface SecondApproval {
  order: Order;
  companyIds: readonly string[];
}

/** Gives an order's second approval for the given companies. */
export const useApproveSecond = () =>
  useHalfStaffChange(
    ({ order: { id, version, revision }, companyIds }: SecondApproval) =>
      call('approveOrderSecond', {
        params: { id },
        body: { version, revision, companyIds: [...companyIds] },
      }),
    { done: t`Second approval given`, failed: t`Couldn’t approve the order.` },
  );
