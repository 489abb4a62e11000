import { cityState, type Location, type LocationSortKey, stateInText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Column } from '@/components/ui/DataTable.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import { flagsOfLocationHref } from '@/flags/filters/flagPlace.ts';
import { companyHref } from '@/lib/paths.ts';

const NUMBER = { align: 'right', className: 'w-24 tabular-nums' } as const;

/**
 * Shows an address as city and state (spec §2), with a warning if its coordinates are only those of
 * the state's center.
 */
function Address({ location }: { location: Location }) {
  if (location.place.source !== 'state') return cityState(location);
  const state = stateInText(location.state);
  const title =
    state === undefined
      ? t`ZIP code not found in the state: sunrise and sunset use the center of the state. Edit the location to set coordinates.`
      : t`ZIP code not found in ${state}: sunrise and sunset use the center of ${state}. Edit the location to set coordinates.`;
  return (
    <div className="grid gap-0.5">
      {cityState(location)}
      <Status tone="warn" className="text-xs">
        <span title={title}>
          <Trans>Approximate location</Trans>
        </span>
      </Status>
    </div>
  );
}

/** The number of a location's flags, with a link to them. */
function FlagsLink({ location: { id, name, flags } }: { location: Location }) {
  if (flags === 0) return 0;
  return (
    <Link
      href={flagsOfLocationHref(id)}
      aria-label={t`${plural(flags, { one: '# flag', other: '# flags' })} at ${name}`}
      title={t`Show flags`}
      className="rounded-sm text-primary max-md:inline-block touch:min-w-11 hover:underline touch:touch-target"
    >
      {flags}
    </Link>
  );
}

const COMPANY: Column<Location, LocationSortKey> = {
  key: 'company',
  header: t`Company`,
  cell: ({ company }) => <TwoLines text={company} />,
  sortValue: ({ company }) => company,
};

/** The company column for users who may open a company's page. Each name is a link. */
const LINKED_COMPANY: Column<Location, LocationSortKey> = {
  ...COMPANY,
  cell: ({ company, companyId }) => (
    <Link
      href={companyHref(companyId)}
      className="block rounded-sm text-primary hover:underline touch:touch-target"
    >
      <TwoLines text={company} />
    </Link>
  ),
};

function columns(
  company: readonly Column<Location, LocationSortKey>[],
): readonly Column<Location, LocationSortKey>[] {
  return [
    {
      key: 'name',
      header: t`Name`,
      cell: ({ name }) => <TwoLines text={name} />,
      sortValue: ({ name }) => name,
    },
    ...company,
    {
      key: 'address',
      header: t`Address`,
      cell: (location) => <Address location={location} />,
      sortValue: cityState,
    },
    {
      key: 'flags',
      header: t`Flags`,
      cell: (location) => <FlagsLink location={location} />,
      sortValue: ({ flags }) => flags,
      ...NUMBER,
    },
    {
      key: 'users',
      header: t`Users`,
      cell: ({ users }) => users,
      sortValue: ({ users }) => users,
      ...NUMBER,
    },
  ];
}

/** The columns of the locations page (spec §2). */
export const LOCATION_COLUMNS = columns([COMPANY]);
/** The columns of the locations page for users who may open a company's page. */
export const LINKED_LOCATION_COLUMNS = columns([LINKED_COMPANY]);
/** The columns of the list of locations on a company's page. */
export const COMPANY_LOCATION_COLUMNS = columns([]);
