import { clockText, type Flag, type PoleHalfStaff, type TimelineItem } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { FlagVoltage } from '@/flags/status/FlagVoltage.tsx';
import { ago, lastSeenTitle } from '@/flags/texts/lastSeen.ts';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { timelineSectionText } from '@/halfStaff/texts/timelineSectionText.ts';
import { cn } from '@/lib/cn.ts';
import { poleHistoryHref } from '@/lib/paths.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import { type PositionStory, storyOf } from './positionStory.ts';
import { timelineQuery } from './timelineQuery.ts';

/** The ID of the element that contains the pole's tabs. Links to a tab scroll to it. */
export const TABS_ID = 'pole-tabs';

const NONE: readonly TimelineItem[] = [];
const POSITION_TEXTS = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half-staff', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
  moving: t({ message: 'Moving', context: 'position' }),
  unknown: t({ message: 'Unknown', context: 'position' }),
} as const;

/** Shows a pole's position, when the pole got there, who moved it and why, and the next change. */
export function PoleFacts({ flag }: { flag: Flag }) {
  const state = useFlagState(flag.id);
  const { data: halfStaff } = useQuery(poleQuery(flag.id));
  if (!state) return null;
  return (
    <Card>
      <dl className="grid grid-cols-2">
        <Fact wide label={t`Position`}>
          <PositionFact flag={flag} state={state} />
        </Fact>
        <Fact wide label={t`Next`}>
          {halfStaff ? <Next halfStaff={halfStaff} /> : '…'}
        </Fact>
        <Fact label={t`Last seen`}>
          <LastHeard lastSeen={state.view.lastSeen} />
        </Fact>
        <Fact label={state.view.isOnline ? t`Voltage` : t`Last voltage`}>
          <span className="inline-grid justify-items-start">
            <FlagVoltage start flag={flag} view={state.view} />
            {state.view.lastSeen !== null && (
              <Link
                href={poleHistoryHref(flag.id, 'month')}
                replace
                onClick={() => document.getElementById(TABS_ID)?.scrollIntoView()}
                className="touch-target rounded-sm text-muted-foreground underline underline-offset-2 hover:text-foreground"
              >
                <Trans>Past 30 days</Trans>
              </Link>
            )}
          </span>
        </Fact>
      </dl>
    </Card>
  );
}

interface FactProps {
  label: string;
  /** Whether the value and its label span the full width on a phone. */
  wide?: boolean;
  children: ReactNode;
}

function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div
      className={cn(
        'grid content-start gap-1 border-border px-4 py-3 not-first:max-sm:border-t',
        wide && 'max-sm:col-span-2',
      )}
    >
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function PositionFact({ flag, state: { view } }: { flag: Flag; state: FlagState }) {
  const { data } = useInfiniteQuery(timelineQuery(flag.id, null));
  const items = data?.pages.flatMap((page) => page.items) ?? NONE;
  const { position } = view;
  const isKnown = position !== 'moving' && position !== 'unknown';
  const story = isKnown ? storyOf(items, position) : null;
  return (
    <>
      <span className="text-base font-medium">{POSITION_TEXTS[position]}</span>
      {story && (
        <span className="block text-muted-foreground">
          <Story story={story} />
        </span>
      )}
    </>
  );
}

/**
 * Shows when and why a pole got into its position: "since 7:14 AM EST, by Autopilot: Memorial Day".
 */
function Story({ story: { since, by, why } }: { story: PositionStory }) {
  const moment = <Moment at={since} />;
  // Passed as elements, because Trans would interpret tags in strings.
  const who = <>{by}</>;
  const order = <>{why}</>;
  if (by === null) return <Trans>since {moment}</Trans>;
  return why === null ? (
    <Trans>
      since {moment}, by {who}
    </Trans>
  ) : (
    <Trans>
      since {moment}, by {who}: {order}
    </Trans>
  );
}

function LastHeard({ lastSeen }: { lastSeen: number | null }) {
  const zone = usePlaceZone();
  const text = useTicked(() => (lastSeen === null ? t`Never` : ago(lastSeen, serverNow())));
  return (
    <span className="tabular-nums" title={lastSeenTitle(lastSeen, text, zone)}>
      {text}
    </span>
  );
}

/** Shows the next movements that autopilot plans for the pole, in the pole's time zone. */
function Next({ halfStaff }: { halfStaff: PoleHalfStaff }) {
  const { engine, coming, now, timeZone } = halfStaff;
  const [next] = coming;
  if (!next) return engine.isOn ? t`No change in the next 3 days` : t`Autopilot is off`;
  return (
    <>
      {timelineSectionText(next)}
      <span className="block text-muted-foreground tabular-nums">
        {clockText(next.at, now, timeZone)}
        {!engine.isOn && ` · ${t`autopilot is off: nothing will move`}`}
      </span>
    </>
  );
}
