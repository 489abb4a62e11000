import { may, type SessionUser, type WaitingOrder } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { HALF_STAFF_PATH, ORDER_DIALOG, secondApprovalsQuery } from '../data/halfStaffQueries.ts';
import { companiesText, someoneElseText } from './waitingTexts.ts';

/** Maximum number of orders to show. */
const SHOWN = 5;

interface WaitingOrdersProps {
  user: SessionUser;
  /** Whether to list only the orders that this user may approve. */
  onlyMine?: boolean;
}

/** The query for orders that are waiting for a second approval. */
export const waitingOrdersQuery = (user: SessionUser) => ({
  ...secondApprovalsQuery(),
  enabled: may(user, 'order.approveSecond'),
});

/**
 * Lists orders that are waiting for a second approval, each with a link. Renders nothing if there
 * are none.
 */
export function WaitingOrders({ user, onlyMine = false }: WaitingOrdersProps) {
  const { data = [] } = useQuery(waitingOrdersQuery(user));
  const shown = onlyMine ? data.filter(isMine) : data;
  if (shown.length === 0) return null;
  const title = t`Waiting for a second approval`;
  return (
    <Card role="region" aria-label={title} className="grid gap-1 p-4">
      <h2 className="text-sm font-semibold">
        <Status tone="warn">
          {title} <span className="font-normal tabular-nums">{shown.length}</span>
        </Status>
      </h2>
      <ul className="grid divide-y divide-border">
        {shown.slice(0, SHOWN).map((waiting) => (
          <Row key={waiting.order.id} {...waiting} />
        ))}
      </ul>
    </Card>
  );
}

const isMine = ({ companies }: WaitingOrder) => companies.some(({ mayApprove }) => mayApprove);

function Row({ order, companies }: WaitingOrder) {
  const others = someoneElseText(companies);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">{order.reason}</p>
        <p className="text-xs break-words text-muted-foreground tabular-nums">
          {companiesText(companies)}
        </p>
        {others !== '' && <p className="text-xs break-words text-muted-foreground">{others}</p>}
      </div>
      <Button asChild>
        <Link
          href={withDialog(HALF_STAFF_PATH, `${ORDER_DIALOG}:${order.id}`)}
          aria-label={t`Review ${{ order: order.reason }}`}
        >
          <Trans>Review</Trans>
        </Link>
      </Button>
    </li>
  );
}
