import {
  cityState,
  DAILY_RULE_LABELS,
  type Flag,
  type FlagSortKey,
  type Location,
  may,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'wouter';
import { locationAlertsQuery } from '@/alerts/alertQueries.ts';
import { OpenAlerts } from '@/alerts/OpenAlerts.tsx';
import { NotFoundPage } from '@/app/NotFoundPage.tsx';
import { Flag as FlagIcon, Pencil } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Page, PageSection } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { type FlagPageResult, useFlagPage } from '@/flags/data/useFlagPage.ts';
import { FlagDialogs } from '@/flags/dialog/FlagDialogs.tsx';
import { FlagList } from '@/flags/list/FlagList.tsx';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { FollowsButton } from '@/halfStaff/follows/FollowsButton.tsx';
import { isNotFound } from '@/lib/api/api.ts';
import { flagQuery, locationQuery } from '@/lib/api/listPages.ts';
import { type ListState, useListState } from '@/lib/lists/listState.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useDocumentTitle } from '@/lib/page/head.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { companyHref } from '@/lib/paths.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { LocationDialogs } from './LocationDialogs.tsx';
import { LocationPeople } from './LocationPeople.tsx';

const SORT_KEYS: readonly FlagSortKey[] = ['flag', 'status', 'voltage', 'position'];

/**
 * Shows a location: its poles with their controls, its problems, its daily rule and its users.
 * Location users and employees can open the page too, but see only the parts that they are allowed
 * to read.
 */
export default function LocationPage() {
  const { id } = useParams<{ id: string }>();
  const user = useCurrentUser();
  useRealtimeConnection();
  const list = useListState({ sortKeys: SORT_KEYS });
  const place = useMemo(() => ({ companyId: null, locationId: id }), [id]);
  const flags = useFlagPage(user, list, { place });
  const locations = useQuery({ ...locationQuery(id), enabled: may(user, 'location.read') });
  // A refetch that fails keeps the data, but the location may have been deleted.
  const location = isNotFound(locations.error) ? undefined : locations.data;
  const first = typicalOf(flags.rows);
  const isKnown = useTogether(
    flags.query,
    locations,
    useQuery(locationAlertsQuery(id)),
    useQuery({ ...poleQuery(first?.id ?? ''), enabled: first !== undefined }),
  );
  if (!isKnown)
    return (
      <div role="status" aria-label={t`Loading location`} className="grid gap-5">
        <Skeleton className="h-12 w-64" />
        <Skeleton className="h-96" />
      </div>
    );
  if (location || first)
    return (
      <Place
        key={id}
        user={user}
        id={id}
        name={location?.name ?? first!.location}
        company={{
          id: location?.companyId ?? first!.companyId,
          name: location?.company ?? first!.company,
        }}
        location={location}
        list={list}
        flags={flags}
      />
    );
  const failed = [flags.query, locations].find(
    ({ isError, data, error }) => isError && !data && !isNotFound(error),
  );
  if (failed)
    return (
      <ErrorState
        title={t`Couldn’t load the location`}
        error={failed.error}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  return <NotFoundPage />;
}

interface PlaceProps {
  user: SessionUser;
  id: string;
  name: string;
  company: { id: string; name: string };
  /** The location; omitted for users who are not allowed to read locations. */
  location: Location | undefined;
  list: ListState<FlagSortKey>;
  /** The page of flags at this location. */
  flags: FlagPageResult;
}

function Place({ user, id, name, company, location, list, flags }: PlaceProps) {
  useDocumentTitle(name);
  const { query, rows, summary, isEmpty } = flags;
  const [opened, setOpened] = useOpenedRow('flag', rows, flagQuery);
  const [editing, setEditing] = useState(false);
  return (
    <Page>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          {may(user, 'company.update') ? (
            <Link
              href={companyHref(company.id)}
              className="touch-target w-fit text-muted-foreground hover:underline"
            >
              {company.name}
            </Link>
          ) : (
            <p className="text-muted-foreground">{company.name}</p>
          )}
          <h1 className="text-xl leading-7 font-semibold tracking-tight break-words">{name}</h1>
          {location && (
            <p className="text-muted-foreground">
              {[location.address1, cityState(location)].filter(Boolean).join(', ')}
            </p>
          )}
        </div>
        {location && (
          <div className="flex flex-wrap gap-2">
            <FollowsButton user={user} companyId={company.id} locationId={id} />
            {may(user, 'location.update') && (
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                <Trans>Edit location</Trans>
              </Button>
            )}
          </div>
        )}
      </header>
      <Rule location={location} first={typicalOf(rows)} />
      <OpenAlerts locationId={id} place={name} />
      <PageSection title={t`Flags`} count={summary?.total}>
        <ListContent
          query={query}
          things="flags"
          controls
          isEmpty={isEmpty}
          empty={<EmptyState title={t`No flags at this location yet`} icon={<FlagIcon />} />}
        >
          <FlagList
            pageOf="location"
            label={t`Flags`}
            user={user}
            result={flags}
            place={name}
            list={list}
            onOpen={setOpened}
          />
        </ListContent>
      </PageSection>
      {may(user, 'user.read') && <LocationPeople locationId={id} />}
      <FlagDialogs user={user} opened={opened} onClose={() => setOpened(null)} />
      <LocationDialogs
        user={user}
        opened={editing && location ? location : null}
        deleting={null}
        failureWords="server"
        onClose={() => setEditing(false)}
      />
    </Page>
  );
}

/**
 * Returns the pole whose half-staff state is shown for the whole location: the first pole that
 * flies the US flag or, if none does, the first pole.
 */
const typicalOf = (flags: readonly Flag[]): Flag | undefined =>
  flags.find(({ flies }) => flies === 'us') ?? flags[0];

/** Shows what is in effect at the location now, and its daily rule. */
function Rule({
  location,
  first,
}: {
  location: Location | undefined;
  /** The pole whose half-staff state is shown for the location. */
  first: Flag | undefined;
}) {
  const { data } = useQuery({ ...poleQuery(first?.id ?? ''), enabled: first !== undefined });
  if (!data && !location) return null;
  return (
    <Card className="grid gap-1 px-4 py-3">
      {data && data.should.source.kind !== 'hold' && data.should.source.kind !== 'lock' && (
        <p className="tabular-nums">{data.reason}</p>
      )}
      {location && (
        <p className="text-muted-foreground">
          <Trans>Daily rule: {{ rule: DAILY_RULE_LABELS[location.dailyRule] }}</Trans>
        </p>
      )}
    </Card>
  );
}
