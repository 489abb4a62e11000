import {
  type Flag,
  HISTORY_RANGES,
  type HistoryRange,
  may,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/Tabs.tsx';
import { RANGE_PARAM, TAB_PARAM } from '@/lib/paths.ts';
import { TABS_ID } from './PoleFacts.tsx';
import { TimelineList } from './TimelineList.tsx';

const HistoryPanel = lazyPart(() => import('@/history/HistoryPanel.tsx'));
const PoleSettings = lazyPart(() => import('./PoleSettings.tsx'));
const PoleKeys = lazyPart(() => import('./PoleKeys.tsx'));

const TABS = ['timeline', 'history', 'settings', 'keys'] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  timeline: t`Timeline`,
  history: t`History`,
  settings: t`Settings`,
  keys: t({ message: 'Keys', context: 'device keys' }),
};

/** The tabs of a pole's page, such as history and settings. The URL contains the chosen tab. */
export function PoleTabs({ user, flag }: { user: SessionUser; flag: Flag }) {
  const [params, setParams] = useSearchParams();
  const hasKeys = may(user, 'deviceKey.manage') && !flag.isSimulated;
  const tabs = TABS.filter((tab) => tab !== 'keys' || hasKeys);
  const shown = tabs.find((tab) => tab === params.get(TAB_PARAM)) ?? 'timeline';
  const range = HISTORY_RANGES.find((each) => each === params.get(RANGE_PARAM)) ?? 'day';
  /** Writes the chosen tab and time range to the URL, unless they are the defaults. */
  const set = (next: { tab: string; range: HistoryRange }) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        const put = (name: string, value: string, usual: string) =>
          value === usual ? changed.delete(name) : changed.set(name, value);
        put(TAB_PARAM, next.tab, 'timeline');
        put(RANGE_PARAM, next.tab === 'history' ? next.range : 'day', 'day');
        return changed;
      },
      { replace: true },
    );
  // Scrolls to the tabs, which on a phone are far below the top of the page.
  const [isLinked] = useState(params.has(TAB_PARAM));
  useEffect(() => {
    if (isLinked) document.getElementById(TABS_ID)?.scrollIntoView();
  }, [isLinked]);
  return (
    <Tabs value={shown} onValueChange={(tab) => set({ tab, range })}>
      <TabsList aria-label={t`About this pole`}>
        {tabs.map((tab) => (
          <TabsTrigger key={tab} value={tab}>
            {LABELS[tab]}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map((tab) => (
        <TabsContent key={tab} value={tab}>
          <h2 className="sr-only">{LABELS[tab]}</h2>
          <Suspense fallback={<Skeleton className="h-72" />}>
            {tab === 'timeline' && <TimelineList flag={flag} />}
            {tab === 'history' && (
              <Card className="grid grid-cols-1 gap-3 p-4">
                <HistoryPanel
                  flag={flag}
                  range={range}
                  onRange={(next) => set({ tab: 'history', range: next })}
                />
              </Card>
            )}
            {tab === 'settings' && <PoleSettings user={user} flag={flag} />}
            {tab === 'keys' && <PoleKeys flag={flag} />}
          </Suspense>
        </TabsContent>
      ))}
    </Tabs>
  );
}
