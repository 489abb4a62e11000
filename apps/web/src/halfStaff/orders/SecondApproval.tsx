import type { Order, SessionUser, WaitingOrder } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { previewQuery, secondApprovalsQuery } from '../data/halfStaffQueries.ts';
import { useApproveSecond } from '../secondApproval/secondApprovalActions.ts';
import { someoneElseText, waitingText } from '../secondApproval/waitingTexts.ts';
import { OrderPreview } from './OrderPreview.tsx';

type Companies = WaitingOrder['companies'];

const NONE: Companies = [];

/**
 * Returns the companies that are waiting for a second approval of an order; empty while loading.
 */
export function useWaitingCompanies({ id, status }: Order): Companies {
  const { data } = useQuery({ ...secondApprovalsQuery(), enabled: status === 'approved' });
  return data?.find(({ order }) => order.id === id)?.companies ?? NONE;
}

/** The companies whose second approval the user may give. */
export const approvable = (companies: Companies): string[] =>
  companies.filter(({ mayApprove }) => mayApprove).map(({ id }) => id);

interface SecondApprovalProps {
  user: SessionUser;
  order: Order;
  companies: Companies;
}

/**
 * Shows which companies are waiting for a second approval of an order, and the effect of the user's
 * approval.
 */
export function SecondApproval({ user, order, companies }: SecondApprovalProps) {
  const mine = approvable(companies);
  const others = someoneElseText(companies);
  return (
    <>
      <section
        aria-label={t`Second approval`}
        className="grid gap-1 border-t border-border pt-4 break-words"
      >
        <Status tone="warn" className="whitespace-normal">
          {waitingText(companies)}
        </Status>
        {others !== '' && <p className="text-muted-foreground">{others}</p>}
      </section>
      {mine.length > 0 && <OrderPreview user={user} order={order} secondFor={mine} />}
    </>
  );
}

/**
 * The button that gives the second approval. Disabled while the effect of the approval is loading.
 */
export function ApproveSecond({ order, companyIds }: { order: Order; companyIds: string[] }) {
  const approve = useApproveSecond();
  const { isPending } = useQuery(previewQuery(order, companyIds));
  return (
    <Button
      variant="primary"
      actsOnce
      pending={approve.isPending}
      disabled={isPending}
      onClick={() => approve.mutate({ order, companyIds })}
    >
      <Trans>Give second approval</Trans>
    </Button>
  );
}
