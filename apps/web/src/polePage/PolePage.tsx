import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'wouter';
import { NotFoundPage } from '@/app/NotFoundPage.tsx';
import { ClipboardCheck, QrCode } from '@/components/icons/index.ts';
import { lazyDialog, lazyPart } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Page } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { useFlagActions } from '@/flags/commands/useFlagActions.ts';
import { PositionControl } from '@/flags/control/PositionControl.tsx';
import { FlagDialogs } from '@/flags/dialog/FlagDialogs.tsx';
import { LockPanel } from '@/flags/lockout/LockPanel.tsx';
import { FlagStatus } from '@/flags/status/FlagStatus.tsx';
import { PoleScene } from '@/flags/status/PoleScene.tsx';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { PolePanel } from '@/halfStaff/polePanel/PolePanel.tsx';
import { isNotFound } from '@/lib/api/api.ts';
import { flagQuery } from '@/lib/api/listPages.ts';
import { useDialogId, useDialogParam } from '@/lib/page/dialogParam.ts';
import { firstPage } from '@/lib/page/firstPage.ts';
import { useDocumentTitle } from '@/lib/page/head.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { useSteps } from '@/lib/page/useSteps.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { companyHref, locationHref } from '@/lib/paths.ts';
import { PlaceZone } from '@/lib/placeZone.ts';
import { useCanWrite, useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { skyOf } from '@/scene/sky.ts';
import { PoleFacts, TABS_ID } from './PoleFacts.tsx';
import { SimulatedNote } from './SimulatedNote.tsx';
import { timelineQuery } from './timelineQuery.ts';

const LabelDialog = lazyDialog(
  () => import('./LabelDialog.tsx'),
  ({ onClose }) => onClose(),
);

const OfflineHelp = lazyPart(async () => ({
  default: (await import('./OfflineHelp.tsx')).OfflineHelp,
}));

const PoleTabs = lazyPart(async () => {
  // The tabs are below the pole's control, so they load after it.
  await firstPage;
  return { default: (await import('./PoleTabs.tsx')).PoleTabs };
});

/** Shows everything about one pole. */
export default function PolePage() {
  const { id } = useParams<{ id: string }>();
  const user = useCurrentUser();
  useRealtimeConnection();
  const query = useQuery(flagQuery(id));
  // A refetch that fails keeps the data, but the flag may have been deleted or moved out of sight.
  const flag = isNotFound(query.error) ? undefined : query.data;
  const halfStaff = useQuery(poleQuery(id));
  const timeline = useInfiniteQuery(timelineQuery(id, null));
  const isKnown = useTogether(query, halfStaff, timeline);
  const zone = halfStaff.data?.timeZone ?? timeline.data?.pages[0]?.timeZone;
  if (!isKnown) return <PoleSkeleton />;
  if (flag)
    return (
      <PlaceZone value={zone}>
        <Pole key={id} user={user} flag={flag} />
      </PlaceZone>
    );
  if (query.isPending) return <PoleSkeleton />;
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <ErrorState
      title={t`Couldn’t load the pole`}
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

interface PoleProps {
  user: SessionUser;
  flag: Flag;
}

function Pole({ user, flag }: PoleProps) {
  useDocumentTitle(flag.name);
  const [, setTesting] = useDialogId('test');
  const maySwitch = may(user, 'flag.switch');
  const isOffline = useFlagState(flag.id)?.view.isOnline === false;
  const [labelling, setLabelling] = useDialogParam('label');
  const labelUsed = useOnceOpened(labelling);
  // The parts render from top to bottom, so that no part pushes another one down.
  const drawn = useSteps(4);
  return (
    <Page>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <Places user={user} flag={flag} />
          <h1 className="text-xl leading-7 font-semibold tracking-tight break-words">
            {flag.name}
          </h1>
        </div>
        <div className="flex flex-wrap gap-2">
          {may(user, 'flag.edit') && (
            <Button onClick={() => setLabelling(true)}>
              <QrCode aria-hidden="true" />
              <Trans>Print label</Trans>
            </Button>
          )}
          {maySwitch && (
            <Button onClick={() => setTesting(flag.id)}>
              <ClipboardCheck aria-hidden="true" />
              <Trans>Test this pole</Trans>
            </Button>
          )}
        </div>
      </header>
      <SimulatedNote user={user} flag={flag} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <ControlCard user={user} flag={flag} maySwitch={maySwitch} />
        <div className="grid grid-cols-1 content-start gap-5">
          {/* These appear together, so that the help does not push the rest down. */}
          <Suspense fallback={<Skeleton className="h-96" />}>
            {isOffline && <OfflineHelp flag={flag} />}
            {drawn > 1 && <PoleFacts flag={flag} />}
            {drawn > 2 && (
              <Card className="[&>section]:px-4 [&>section:last-child]:border-b-0">
                <LockPanel user={user} flag={flag} />
                <PolePanel user={user} flag={flag} />
              </Card>
            )}
          </Suspense>
        </div>
      </div>
      {drawn > 3 && (
        <div id={TABS_ID} className="scroll-mt-16">
          <Suspense fallback={<Skeleton className="h-96" />}>
            <PoleTabs user={user} flag={flag} />
          </Suspense>
        </div>
      )}
      <Suspense>
        <FlagDialogs user={user} opened={null} onClose={() => {}} />
        {labelUsed && (
          <LabelDialog flag={flag} open={labelling} onClose={() => setLabelling(false)} />
        )}
      </Suspense>
    </Page>
  );
}

/** Shows the pole's company and location, with links if this user may open them. */
function Places({ user, flag }: { user: SessionUser; flag: Flag }) {
  return (
    <nav
      aria-label={t`Company and location`}
      className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-muted-foreground"
    >
      {may(user, 'company.update') ? (
        <Link href={companyHref(flag.companyId)} className="touch-target py-0.5 hover:underline">
          {flag.company}
        </Link>
      ) : (
        <span>{flag.company}</span>
      )}
      <span aria-hidden="true">·</span>
      <Link href={locationHref(flag.locationId)} className="touch-target py-0.5 hover:underline">
        {flag.location}
      </Link>
    </nav>
  );
}

interface ControlCardProps {
  user: SessionUser;
  flag: Flag;
  maySwitch: boolean;
}

/** Shows the pole's drawing, its reported state, and its controls. */
function ControlCard({ user, flag, maySwitch }: ControlCardProps) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  const actions = useFlagActions(user.id);
  const { data } = useQuery(poleQuery(flag.id));
  if (!state) return <Skeleton className="h-[28rem]" />;
  return (
    <Card className="grid grid-cols-1 content-start gap-4 p-4 max-md:gap-3 max-md:p-3">
      <PoleScene
        view={state.view}
        sky={data ? skyOf(data) : 'day'}
        className="h-[22rem] max-md:h-56 sideways:h-24"
      />
      <FlagStatus
        plain
        flag={flag}
        state={state}
        actions={actions}
        writable={maySwitch && canWrite}
      />
      <PositionControl flag={flag} actions={actions} maySwitch={maySwitch} />
    </Card>
  );
}

function PoleSkeleton() {
  return (
    <div role="status" aria-label={t`Loading pole`} className="grid gap-5">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-96" />
    </div>
  );
}
