import {
  momentText,
  numberText,
  type Order,
  type PoleRef,
  type OrderPreview as Preview,
  type ReachKind,
  rangeText,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { AutopilotOff } from '../autopilot/AutopilotOff.tsx';
import { previewQuery } from '../data/halfStaffQueries.ts';
import { polesText } from '../texts/polesText.ts';
import { appliesText, waitsText } from '../texts/reachTexts.ts';

interface OrderPreviewProps {
  user: SessionUser;
  order: Order;
  /** Whether the order or its amendment still needs approval. */
  isPlanned?: boolean;
  /**
   * The companies whose second approval to preview; by default, the approval of the order itself is
   * previewed.
   */
  secondFor?: readonly string[];
}

/**
 * Maximum number of companies to name in the list of companies that are waiting for a second
 * approval.
 */
const SHOWN_WAITING = 5;

/** Shows how many poles an order moves and when, and why it does not move the other poles. */
export function OrderPreview({ user, order, isPlanned = false, secondFor }: OrderPreviewProps) {
  const query = useQuery(previewQuery(order, secondFor));
  const preview = query.data;
  const title = secondFor ? t`Effect of your approval` : t`Effect`;
  return (
    <section aria-label={title} className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-[0.8125rem] font-medium">{title}</h3>
      {query.isPending && (
        <div role="status" aria-label={t`Loading the order’s effect`} className="grid gap-2">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-80" />
        </div>
      )}
      {query.isError && (
        <ErrorState
          title={t`Couldn’t load the preview`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {preview && <Effects user={user} order={order} preview={preview} />}
      {preview && isPlanned && <Waiting companies={preview.waiting} />}
    </section>
  );
}

const KIND_LABELS: readonly (readonly [ReachKind, string])[] = [
  ['offline', t`Offline; will follow after reconnecting`],
  ['held', t`Held`],
  ['locked', t`Locked for maintenance`],
  ['other', t`Already following another order or day`],
  ['never', t`Not affected`],
  ['notFollowed', t`Not following this order`],
  ['optedOut', t`Auto Half Mast is off`],
];

function Effects({ user, order, preview }: OrderPreviewProps & { preview: Preview }) {
  const { zones, rising, poles } = preview;
  if (preview.isEmpty)
    return (
      <>
        <Status tone="warn" className="whitespace-normal">
          {emptyText(order)}
        </Status>
        {rising.count > 0 && <Rising preview={preview} />}
      </>
    );
  return (
    <>
      {!preview.engineIsOn && <AutopilotOff user={user} />}
      <p className="tabular-nums">{appliesText(preview, order)}</p>
      {rising.count > 0 && <Rising preview={preview} />}
      {zones.length > 0 && (
        <ul aria-label={t`By time zone`} className="grid gap-1.5 tabular-nums">
          {zones.map(({ timeZone, poles, from, until }) => (
            <li key={timeZone} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {zoneName(timeZone)}
                <span className="text-muted-foreground"> · {polesText(poles)}</span>
              </span>
              <span>
                {until === null ? (
                  <Trans>{{ start: spanText(from, timeZone) }} – open-ended</Trans>
                ) : (
                  `${spanText(from, timeZone)} – ${spanText(until, timeZone)}`
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {KIND_LABELS.map(([kind, label]) => (
        <Poles key={kind} label={label} {...poles[kind]} />
      ))}
    </>
  );
}

/** Lists the companies where the order takes effect only after a second approval. */
function Waiting({ companies }: { companies: Preview['waiting'] }) {
  const more = companies.length - SHOWN_WAITING;
  return companies.length === 0 ? null : (
    <div className="grid gap-1 tabular-nums">
      {companies.slice(0, SHOWN_WAITING).map((company) => (
        <Status key={company.id} tone="warn" className="whitespace-normal">
          {waitsText(company)}
        </Status>
      ))}
      {more > 0 && (
        <p className="text-xs text-muted-foreground">
          <Plural
            value={{ count: more }}
            one="and poles at # more company"
            other="and poles at # more companies"
          />
        </p>
      )}
    </div>
  );
}

function emptyText({ status }: Order): string {
  return status === 'draft'
    ? t`This order would never be in effect. Change its dates.`
    : t`This order has ended.`;
}

function Rising({ preview: { rising, engineIsOn } }: { preview: Preview }) {
  const label = engineIsOn ? t`Will rise from half-staff` : t`Would rise from half-staff`;
  return <Poles label={label} {...rising} />;
}

function Poles({
  label,
  count,
  names,
}: {
  label: string;
  count: number;
  names: readonly PoleRef[];
}) {
  if (count === 0) return null;
  const more = count - names.length;
  const list = names.map(({ name }) => name).join(', ');
  return (
    <p className="break-words">
      <span className="text-muted-foreground tabular-nums">
        {label} ({numberText(count)}):{' '}
      </span>
      {more > 0 ? t`${list} and ${{ count: numberText(more) }} more` : list}
    </p>
  );
}

const zoneName = (timeZone: string) => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

/**
 * Formats the time when poles move: "Dec 7, 2026, 7:13 AM EST", or the range from the first pole to
 * the last.
 */
function spanText({ earliest, latest }: { earliest: number; latest: number }, timeZone: string) {
  const first = momentText(earliest, timeZone);
  const last = momentText(latest, timeZone);
  return first === last ? first : rangeText(earliest, latest, 0, timeZone);
}
