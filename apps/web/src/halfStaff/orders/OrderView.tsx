import {
  AUTHORITY_LABELS,
  isOperator,
  momentText,
  type Order,
  orderCancel,
  orderEndText,
  orderKey,
  orderStartText,
  type SessionUser,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ExternalLink } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { AutopilotOff } from '../autopilot/AutopilotOff.tsx';
import { ReleaseEffect } from '../autopilot/ReleaseEffect.tsx';
import { useRaise } from '../autopilot/useRaise.ts';
import { complianceHref } from '../compliance/complianceQueries.ts';
import { orderVersionsQuery, previewQuery, releaseQuery } from '../data/halfStaffQueries.ts';
import { SaveTemplateDialog } from '../templates/SaveTemplateDialog.tsx';
import { actLabel } from '../texts/reachTexts.ts';
import { OrderPreview } from './OrderPreview.tsx';
import { effectText, useApproveOrder, useCancelOrder, useDeleteDraft } from './orderActions.ts';
import { StatusBadge } from './orderColumns.tsx';
import {
  ApproveSecond,
  approvable,
  SecondApproval,
  useWaitingCompanies,
} from './SecondApproval.tsx';
import { useScopeText } from './useScopeText.ts';

interface OrderViewProps {
  user: SessionUser;
  order: Order;
  mayChange: boolean;
  onEdit: () => void;
  /** Called to start a new order with the terms of this one. */
  onUseAgain: () => void;
  onClose: () => void;
}

/** An order's terms, its effect and its actions. */
export function OrderView({ user, order, mayChange, onEdit, onUseAgain, onClose }: OrderViewProps) {
  const [asking, setAsking] = useState<'approve' | 'cancel' | 'delete' | 'template' | null>(null);
  const close = () => setAsking(null);
  const approve = useApproveOrder(close);
  const isDraft = order.status === 'draft';
  const waiting = useWaitingCompanies(order);
  const mine = approvable(waiting);
  // A user with a company can approve only for that company, so the effect of the approval covers
  // all of its poles.
  const isAllMine = mine.length > 0 && !isOperator(user.role);
  const { data: preview } = useQuery({
    ...previewQuery(order),
    enabled: order.status !== 'cancelled',
  });
  return (
    <>
      <DialogBody>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="min-w-0 flex-1 font-medium break-words">{order.reason}</p>
          <StatusBadge order={order} />
        </div>
        <OrderFacts order={order} />
        {waiting.length > 0 && <SecondApproval user={user} order={order} companies={waiting} />}
        {order.status !== 'cancelled' && !isAllMine && (
          <OrderPreview user={user} order={order} isPlanned={isDraft} />
        )}
        {(!isDraft || mayChange) && (
          <p className="flex flex-wrap gap-x-6 border-t border-border pt-2">
            {!isDraft && (
              <Button asChild variant="link" className="px-0 max-md:px-0">
                <Link href={complianceHref({ kind: 'source', key: orderKey(order.id) })}>
                  <Trans>See compliance</Trans>
                </Link>
              </Button>
            )}
            {mayChange && (
              <Button
                variant="link"
                className="px-0 max-md:px-0"
                onClick={() => setAsking('template')}
              >
                <Trans>Save as template</Trans>
              </Button>
            )}
            {mayChange && !isDraft && (
              <Button variant="link" className="px-0 max-md:px-0" onClick={onUseAgain}>
                <Trans>Copy to new order</Trans>
              </Button>
            )}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        {mayChange && isDraft && (
          <Button onClick={() => setAsking('delete')}>
            <Trans>Delete draft</Trans>
          </Button>
        )}
        {mayChange && order.status === 'approved' && (
          <Button onClick={() => setAsking('cancel')}>
            <Trans>Cancel order</Trans>
          </Button>
        )}
        {mayChange && order.status !== 'cancelled' && (
          <Button onClick={onEdit}>{isDraft ? t`Edit` : t`Amend`}</Button>
        )}
        {mayChange && isDraft ? (
          <Button
            variant="primary"
            actsOnce
            pending={approve.isPending}
            disabled={preview?.isEmpty}
            // Approves immediately, because the screen already shows the poles that will move. If
            // no poles will move or the effect is unknown, asks for confirmation.
            onClick={() =>
              preview?.engineIsOn ? approve.mutate({ order, preview }) : setAsking('approve')
            }
          >
            {actLabel('approve', preview, order)}
          </Button>
        ) : mine.length > 0 ? (
          <ApproveSecond order={order} companyIds={mine} />
        ) : (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
      </DialogFooter>
      {isDraft && <Approve user={user} order={order} open={asking === 'approve'} onClose={close} />}
      <DeleteDraft order={order} open={asking === 'delete'} onClose={close} onDeleted={onClose} />
      {asking === 'template' && <SaveTemplateDialog order={order} onClose={close} />}
      {asking === 'cancel' && <Cancel user={user} order={order} onClose={close} />}
    </>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const where = useScopeText(order.scope);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
      <Fact term={t`Ordered by`}>{AUTHORITY_LABELS[order.authority]}</Fact>
      <Fact term={t`Issued`}>
        <Moment at={order.issuedAt} text={momentText(order.issuedAt)} />
      </Fact>
      <Fact term={t`Applies to`}>{where}</Fact>
      <Fact term={t`From`}>{orderStartText(order.starts)}</Fact>
      <Fact term={t`Until`}>{capital(orderEndText(order.ends))}</Fact>
      {order.sourceUrl !== null && (
        <Fact term={t`Source`}>
          <a
            href={order.sourceUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex max-w-full items-center gap-1 break-all underline"
          >
            {order.sourceUrl}
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
          </a>
        </Fact>
      )}
      {order.approvedBy !== null && order.approvedAt !== null && (
        <Fact term={t`Approved`}>
          {order.approvedBy}, <Moment at={order.approvedAt} text={momentText(order.approvedAt)} />
        </Fact>
      )}
      {order.approvedAt !== null && <SecondApprovals order={order} />}
      {order.cancelledBy !== null && order.cancelledAt !== null && (
        <Fact term={t`Canceled`}>
          {order.cancelledBy},{' '}
          <Moment at={order.cancelledAt} text={momentText(order.cancelledAt)} />:{' '}
          {order.cancelledWhy}
        </Fact>
      )}
    </dl>
  );
}

/** Lists the users who gave a second approval to the order's current version. */
function SecondApprovals({ order: { id, version } }: { order: Order }) {
  const { data = [] } = useQuery(orderVersionsQuery(id));
  const given = data
    .filter(({ order }) => order.version === version)
    .flatMap(({ secondApprovals }) => secondApprovals);
  return given.map(({ companyId, company, by, at }) => (
    <Fact key={companyId} term={t`Second approval`}>
      {by}, <Moment at={at} text={momentText(at)} /> ({company})
    </Fact>
  ));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

interface AskProps {
  order: Order;
  open: boolean;
  onClose: () => void;
}

function Approve({ user, order, open, onClose }: AskProps & { user: SessionUser }) {
  const approve = useApproveOrder(onClose);
  const { data: preview } = useQuery(previewQuery(order));
  const isOff = preview?.engineIsOn === false;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Approve order`}
      description={
        preview && !isOff ? `“${order.reason}”: ${effectText(preview, order)}` : `“${order.reason}”`
      }
      confirmLabel={actLabel('approve', preview, order)}
      pending={approve.isPending}
      onConfirm={() => approve.mutate({ order, preview })}
    >
      {isOff && <AutopilotOff user={user} />}
    </ConfirmDialog>
  );
}

function DeleteDraft({ order, open, onClose, onDeleted }: AskProps & { onDeleted: () => void }) {
  const remove = useDeleteDraft(onDeleted);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Delete draft`}
      description={t`Are you sure you want to delete the draft “${{ reason: order.reason }}”?`}
      confirmLabel={t`Delete`}
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate(order)}
    />
  );
}

function Cancel({
  user,
  order,
  onClose,
}: {
  user: SessionUser;
  order: Order;
  onClose: () => void;
}) {
  const { data: release } = useQuery(releaseQuery({ orderId: order.id }));
  const [raises, setRaises] = useState(false);
  const raise = useRaise(user);
  const cancel = useCancelOrder(() => {
    onClose();
    if (raises && release) void raise(release.risingIds ?? []);
  });
  const form = useZodForm(orderCancel, { why: '' });
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Cancel order`}
      description={t`“${{ reason: order.reason }}” will end now.`}
      confirmLabel={
        raises && release
          ? t`Cancel order and raise ${plural({ count: release.rising.count }, { one: '# pole', other: '# poles' })}`
          : t`Cancel order`
      }
      cancelLabel={t`Keep order`}
      destructive
      pending={cancel.isPending}
      onConfirm={() => void form.handleSubmit(({ why }) => cancel.mutate({ order, why }))()}
    >
      {release && <ReleaseEffect release={release} raises={raises} onRaises={setRaises} />}
      <FormField form={form} name="why" label={t`Why`} required className="pt-3">
        {(control) => <Input {...control} autoComplete="off" maxLength={500} />}
      </FormField>
    </ConfirmDialog>
  );
}
