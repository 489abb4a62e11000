import { may, type SessionUser, type Webhook } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from '@/components/icons/index.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { useNamedRecords } from '@/lib/api/namedRecords.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';
import { AddWebhookDialog } from './AddWebhookDialog.tsx';
import { webhooksQuery } from './useWebhooks.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

const NONE: readonly Webhook[] = [];

/**
 * Lists the webhooks that this user may manage. Pressing a webhook shows its settings and
 * deliveries.
 */
export function Webhooks({ user }: { user: SessionUser }) {
  const { data, error, isFetching, refetch } = useQuery(webhooksQuery());
  const [adding, setAdding] = useDialogParam('webhook');
  // Only operators see the webhooks of several companies.
  const isOperator = may(user, 'company.create');
  const companies = useNamedRecords(
    'companies',
    isOperator ? (data ?? NONE).flatMap(({ companyId }) => companyId ?? []) : [],
  );
  const [opened, setOpened] = useDialogRow('webhook', data ?? NONE);
  const add = (label: string) => (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {label}
    </Button>
  );
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle>
          <Trans>Webhooks</Trans>
        </CardTitle>
        {data && data.length > 0 && add(t`Add webhook`)}
      </CardHeader>
      <CardContent>
        {!data && !error && (
          <div role="status" aria-label={t`Loading webhooks`} className="grid gap-2 py-1">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3 w-40" />
          </div>
        )}
        {!data && error && (
          <ErrorState
            title={t`Couldn’t load webhooks`}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data?.length === 0 && (
          <EmptyState
            title={t`No webhooks yet`}
            description={t`Notify another system when a flag moves, a pole goes offline or an alert starts.`}
            icon={<WebhookIcon />}
            action={add(t`Add first webhook`)}
          />
        )}
        {data && data.length > 0 && (
          <ul aria-label={t`Webhooks`} className="grid grid-cols-1 divide-y divide-border">
            {data.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                user={user}
                webhook={webhook}
                company={companies.get(webhook.companyId ?? '')?.name}
                onOpen={() => setOpened(webhook)}
              />
            ))}
          </ul>
        )}
      </CardContent>
      <AddWebhookDialog user={user} open={adding} onClose={() => setAdding(false)} />
      {opened && <WebhookDialog key={opened.id} webhook={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

interface WebhookItemProps {
  user: SessionUser;
  webhook: Webhook;
  /**
   * The name of the webhook's company. Undefined while loading, and for a webhook that covers all
   * companies.
   */
  company: string | undefined;
  onOpen: () => void;
}

function WebhookItem({ user, webhook, company, onOpen }: WebhookItemProps) {
  const { url, companyId, eventTypes, offReason } = webhook;
  const isOperator = may(user, 'company.create');
  const events = plural({ count: eventTypes.length }, { one: '# event', other: '# events' });
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full truncate font-mono text-[0.8125rem]" title={url}>
            {url}
          </span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="text-xs break-words text-muted-foreground tabular-nums">
          {isOperator && `${companyId === null ? t`All companies` : (company ?? '…')} · `}
          {events}
          {offReason && ` · ${offReason}`}
        </p>
      </div>
      <Button onClick={onOpen} aria-label={t`Open ${url}`}>
        <Trans context="verb">Open</Trans>
      </Button>
    </li>
  );
}

function StateBadge({ webhook: { isOn, failingSince } }: { webhook: Webhook }) {
  if (!isOn)
    return (
      <Badge>
        <Trans context="switched">Off</Trans>
      </Badge>
    );
  return failingSince === null ? (
    <Badge variant="ok">
      <Trans context="switched">On</Trans>
    </Badge>
  ) : (
    <Badge variant="bad">
      <Trans>Failing</Trans>
    </Badge>
  );
}
