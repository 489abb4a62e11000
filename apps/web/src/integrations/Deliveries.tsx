import type { Webhook, WebhookDelivery } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from '@/components/icons/index.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { exact } from '@/lib/moments.ts';
import { deliveriesQuery, useSendAgain, useTestWebhook } from './useWebhooks.ts';
import { DELIVERY_LOOKS, eventLabel } from './words.ts';

/** Lists a webhook's deliveries of the last week, newest first. Each can be sent again. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const log = useInfiniteQuery(deliveriesQuery(webhook.id));
  const test = useTestWebhook(webhook);
  const items = log.data?.pages.flatMap((page) => page.items);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!webhook.isOn}
          pending={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          <Trans>Send test</Trans>
        </Button>
        <Button pending={log.isRefetching} onClick={() => void log.refetch()}>
          <RefreshCw aria-hidden="true" />
          <Trans>Refresh</Trans>
        </Button>
      </div>
      {!items && !log.error && (
        <div role="status" aria-label={t`Loading deliveries`} className="grid gap-2 py-1">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-56" />
        </div>
      )}
      {!items && log.error && (
        <ErrorState
          title={t`Couldn’t load deliveries`}
          error={log.error}
          onRetry={() => void log.refetch()}
          retrying={log.isFetching}
        />
      )}
      {items?.length === 0 && (
        <p className="text-muted-foreground">
          <Trans>Nothing was sent in the last 7 days.</Trans>
        </p>
      )}
      {items && items.length > 0 && (
        <ul aria-label={t`Deliveries`} className="grid grid-cols-1 divide-y divide-border">
          {items.map((delivery) => (
            <DeliveryItem key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button
          className="justify-self-start"
          pending={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}

function DeliveryItem({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const send = useSendAgain(webhook);
  const { type, status, attempts, createdAt, nextAttemptAt, error, responseText } = delivery;
  const { label, variant } = DELIVERY_LOOKS[status];
  const tries = plural(attempts, { one: '# attempt', other: '# attempts' });
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{eventLabel(type)}</span>
          <Badge variant={variant}>{label}</Badge>
        </p>
        <p className="text-xs text-muted-foreground tabular-nums">
          <Moment at={createdAt} /> · {tries}
          {nextAttemptAt !== null && attempts > 0 && (
            <>
              {' '}
              ·{' '}
              <Trans>
                next attempt <Moment at={nextAttemptAt} />
              </Trans>
            </>
          )}
        </p>
        {error && <p className="text-xs break-words text-bad">{error}</p>}
        <details className="text-xs">
          <summary className="cursor-pointer rounded-sm text-muted-foreground touch:py-3.5">
            <Trans>Request and response</Trans>
          </summary>
          <pre className="mt-1 max-h-40 overflow-auto rounded-md bg-muted p-2 font-mono break-all whitespace-pre-wrap">
            {delivery.payload}
            {responseText && `\n\n${t`Response: ${{ text: responseText }}`}`}
          </pre>
        </details>
      </div>
      <Button
        disabled={!webhook.isOn || status === 'waiting'}
        pending={send.isPending}
        aria-label={t`Resend ${{ event: eventLabel(type) }} from ${{ time: exact(createdAt) }}`}
        onClick={() => send.mutate(delivery.id)}
      >
        <Trans>Resend</Trans>
      </Button>
    </li>
  );
}
