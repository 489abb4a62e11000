import { type Flag, may, type SessionUser } from '@halyard/domain';
import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Card } from '@/components/ui/card.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { TimelineList } from './TimelineList.tsx';

const HistoryPanel = lazyPart(() => import('@/history/HistoryPanel.tsx'));
const PoleSettings = lazyPart(() => import('./PoleSettings.tsx'));
const PoleKeys = lazyPart(() => import('./PoleKeys.tsx'));

const TABS = ['timeline', 'history', 'settings', 'keys'] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  timeline: 'Timeline',
  history: 'History',
  settings: 'Settings',
  keys: 'Keys',
};
const PARAM = 'tab';

/** The pole's past and its settings; the chosen tab is in the address. */
export function PoleTabs({ user, flag }: { user: SessionUser; flag: Flag }) {
  const [params, setParams] = useSearchParams();
  const hasKeys = may(user, 'deviceKey.manage') && !flag.isSimulated;
  const tabs = TABS.filter((tab) => tab !== 'keys' || hasKeys);
  const shown = tabs.find((tab) => tab === params.get(PARAM)) ?? 'timeline';
  const show = (tab: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (tab === 'timeline') changed.delete(PARAM);
        else changed.set(PARAM, tab);
        return changed;
      },
      { replace: true },
    );
  return (
    <Tabs value={shown} onValueChange={show}>
      <TabsList aria-label="About this pole">
        {tabs.map((tab) => (
          <TabsTrigger key={tab} value={tab}>
            {LABELS[tab]}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map((tab) => (
        <TabsContent key={tab} value={tab}>
          <Suspense fallback={<Skeleton className="h-72" />}>
            {tab === 'timeline' && <TimelineList flag={flag} />}
            {tab === 'history' && (
              <Card className="grid grid-cols-1 gap-3 p-4">
                <HistoryPanel flag={flag} />
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
