import { calendarSubscriptionCreate, may, type SessionUser, stateName } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { FormFrame } from '@/components/FormFrame.tsx';
import { RecordSelect } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useNamedRecords } from '@/lib/api/namedRecords.ts';
import { SubscriptionItem } from './SubscriptionItem.tsx';
import {
  subscriptionsQuery,
  useCreateSubscription,
  useRevokeSubscription,
} from './useSubscriptions.ts';

export interface SubscribeDialogProps {
  user: SessionUser;
  onClose: () => void;
}

/** Lists the calendars that other programs can subscribe to, and creates new ones. */
export default function SubscribeDialog({ user, onClose }: SubscribeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Subscribe to half-staff days`}
      description={t`Outlook, Google Calendar and Apple Calendar can show half-staff days and orders. They update automatically.`}
    >
      {may(user, 'order.manage') ? (
        <NewSubscription user={user} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <Subscriptions user={user} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Subscriptions({ user }: { user: SessionUser }) {
  const query = useQuery(subscriptionsQuery());
  const revoke = useRevokeSubscription();
  const mayManage = may(user, 'order.manage');
  const seesSeveral = user.companyId === null;
  const companies = useNamedRecords(
    'companies',
    seesSeveral ? (query.data ?? []).map(({ companyId }) => companyId) : [],
  );
  const nameOf = (companyId: string) =>
    seesSeveral ? (companies.get(companyId)?.name ?? '') : undefined;
  if (query.isPending)
    return (
      <div role="status" aria-label={t`Loading calendars`}>
        <Skeleton className="h-20 rounded-lg" />
      </div>
    );
  if (!query.data)
    return (
      <ErrorState
        title={t`Couldn’t load calendars`}
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (query.data.length === 0)
    return (
      <p className="text-muted-foreground">
        <Trans>No calendars yet.</Trans>
      </p>
    );
  return (
    <>
      <ul aria-label={t`Calendars`} className="divide-y border-t pt-3">
        {query.data.map((subscription) => (
          <SubscriptionItem
            key={subscription.id}
            subscription={subscription}
            company={nameOf(subscription.companyId)}
            revoking={revoke.isPending && revoke.variables === subscription.id}
            onRevoke={mayManage ? () => revoke.mutate(subscription.id) : undefined}
          />
        ))}
      </ul>
      <p className="text-xs text-muted-foreground">
        <Trans>Anyone with the URL can read the calendar.</Trans>
      </p>
    </>
  );
}

/** Creates a calendar for a company and one of the states where the company has locations. */
function NewSubscription({ user, onClose }: SubscribeDialogProps) {
  const isOperator = user.companyId === null;
  const create = useCreateSubscription();
  const form = useZodForm(calendarSubscriptionCreate, {
    companyId: user.companyId ?? '',
    state: '',
  });
  const companyId = useWatch({ control: form.control, name: 'companyId' });
  const company = useNamedRecords('companies', companyId === '' ? [] : [companyId]).get(companyId);
  const states = company?.states ?? [];
  return (
    <FormFrame
      form={form}
      submitLabel={t`Create URL`}
      pending={create.isPending}
      problem={problemText(create.error)}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: () => form.reset({ ...values, state: '' }) })
      }
      onCancel={onClose}
      cancelLabel={t`Close`}
    >
      {isOperator && (
        <FormField form={form} name="companyId" label={t`Company`} required>
          {({ onChange, ...control }) => (
            <RecordSelect
              {...control}
              kind="companies"
              chosenName={company?.name}
              placeholder={t`Select a company`}
              onValueChange={(next) => {
                onChange(next);
                form.setValue('state', '');
              }}
            />
          )}
        </FormField>
      )}
      <FormField
        form={form}
        name="state"
        label={t`State`}
        required
        hint={
          company?.states.length === 0
            ? t`This company has no locations yet. Add one first.`
            : undefined
        }
      >
        {({ onChange, ...control }) => (
          <Select
            {...control}
            options={states.map((value) => ({ value, label: stateName(value) ?? value }))}
            placeholder={t`Select a state`}
            disabled={states.length === 0}
            onValueChange={onChange}
          />
        )}
      </FormField>
      <Subscriptions user={user} />
    </FormFrame>
  );
}
