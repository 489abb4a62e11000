import {
  type Action,
  type Flag as FlagRow,
  may,
  mayOpen,
  type Page,
  type SessionUser,
} from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  Building2,
  CircleUser,
  Flag,
  LogOut,
  MapPin,
  Moon,
  Plus,
  Sun,
  UserPlus,
} from '@/components/icons/index.ts';
import { useFlags } from '@/flags/list/useFlags.ts';
import { companiesQuery, locationsQuery, usersQuery } from '@/lib/api/query.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { setTheme, useTheme } from '@/lib/page/theme.ts';
import { companyHref, locationHref, poleHref } from '@/lib/paths.ts';
import { openablePages } from '../navigation/navigation.ts';
import { type Entry, type EntryGroup, entryGroup } from './findEntries.ts';

/** Dialogs that add something: their page, and who may open them. */
const ADDITIONS: readonly (Pick<Entry, 'label' | 'icon'> & {
  action: Action;
  page: Page;
  dialog: string;
})[] = [
  { label: 'Add Flag', icon: Plus, action: 'flag.create', page: '/flags', dialog: 'add' },
  { label: 'Add Company', icon: Plus, action: 'company.create', page: '/companies', dialog: 'add' },
  {
    label: 'Add Customer',
    icon: UserPlus,
    action: 'company.create',
    page: '/companies',
    dialog: 'customer',
  },
  {
    label: 'Add Location',
    icon: Plus,
    action: 'location.create',
    page: '/locations',
    dialog: 'add',
  },
  { label: 'Add Employee', icon: Plus, action: 'user.create', page: '/employees', dialog: 'add' },
  {
    label: 'Invite Employee',
    icon: UserPlus,
    action: 'invitation.create',
    page: '/employees',
    dialog: 'invite',
  },
];

const NO_FLAGS: readonly FlagRow[] = [];

interface PaletteGroups {
  groups: readonly EntryGroup[];
  /** Poles that can receive commands; none until all have loaded. */
  flags: readonly FlagRow[];
  /** Kinds whose list is still loading, or could not be loaded. */
  loading: readonly string[];
  failed: readonly string[];
}

/** Returns everything that this user may open or do, by the same policy as the pages. */
export function usePaletteGroups(user: SessionUser, onLogout: () => void): PaletteGroups {
  const { role } = user;
  const flags = useFlags(user);
  const opensCompanies = mayOpen('/companies/:id', role);
  const companies = useQuery({ ...companiesQuery(), enabled: opensCompanies });
  const opensLocations = mayOpen('/locations', role);
  const locations = useQuery({ ...locationsQuery(user), enabled: opensLocations });
  const opensPeople = mayOpen('/employees', role);
  const people = useQuery({ ...usersQuery(user), enabled: opensPeople });
  const actions = useActions(user, onLogout);

  const pages = useMemo(
    () =>
      entryGroup(
        'Pages',
        openablePages(role).map(({ path, label, icon }) => ({
          key: `page ${path}`,
          label,
          detail: '',
          icon,
          to: path,
        })),
        true,
      ),
    [role],
  );
  const companyGroup = useMemo(
    () =>
      entryGroup(
        'Companies',
        (companies.data ?? []).map(({ id, name, city, state }) => ({
          key: `company ${id}`,
          label: name,
          detail: `${city}, ${state}`,
          icon: Building2,
          to: companyHref(id),
        })),
      ),
    [companies.data],
  );
  const locationGroup = useMemo(
    () =>
      entryGroup(
        'Locations',
        (locations.data ?? []).map(({ id, name, company, city, state }) => ({
          key: `location ${id}`,
          label: name,
          detail: `${company} · ${city}, ${state}`,
          icon: MapPin,
          to: locationHref(id),
        })),
      ),
    [locations.data],
  );
  const flagGroup = useMemo(
    () =>
      entryGroup(
        'Flags',
        (flags.data ?? []).map(({ id, name, flagId, company, location }) => ({
          key: `flag ${id}`,
          label: name,
          detail: `${flagId} · ${company} · ${location}`,
          icon: Flag,
          to: poleHref(id),
        })),
      ),
    [flags.data],
  );
  const peopleGroup = useMemo(
    () =>
      entryGroup(
        'Employees',
        (people.data ?? []).map(
          ({ id, name, formattedRole, company, location, username, email }) => ({
            key: `user ${id}`,
            label: name,
            detail: [formattedRole, location ?? company].filter(Boolean).join(' · '),
            alias: `${username} ${email}`,
            icon: CircleUser,
            to: withDialog('/employees', `employee:${encodeURIComponent(id)}`),
          }),
        ),
      ),
    [people.data],
  );

  const lists = [
    { name: 'companies', query: companies },
    { name: 'locations', query: locations },
    { name: 'flags', query: flags },
    { name: 'employees', query: people },
  ];
  const namesOf = (those: typeof lists) => those.map(({ name }) => name);
  return {
    groups: useMemo(
      () => [pages, actions, companyGroup, locationGroup, flagGroup, peopleGroup],
      [pages, actions, companyGroup, locationGroup, flagGroup, peopleGroup],
    ),
    flags: flags.data ?? NO_FLAGS,
    loading: namesOf(lists.filter(({ query }) => query.isLoading)),
    failed: namesOf(lists.filter(({ query }) => query.isError && query.data === undefined)),
  };
}

function useActions(user: SessionUser, onLogout: () => void): EntryGroup {
  const theme = useTheme();
  return useMemo(() => {
    const other = theme === 'dark' ? 'light' : 'dark';
    const additions = ADDITIONS.filter(({ action }) => may(user, action));
    return entryGroup(
      'Actions',
      [
        ...additions.map(({ label, icon, page, dialog }) => ({
          key: label,
          label,
          detail: '',
          icon,
          to: withDialog(page, dialog),
        })),
        {
          key: 'theme',
          label: `Switch to ${other} theme`,
          detail: '',
          icon: theme === 'dark' ? Sun : Moon,
          run: () => setTheme(other),
        },
        {
          key: 'logout',
          label: 'Logout',
          detail: '',
          icon: LogOut,
          run: onLogout,
          recent: null,
        },
      ],
      true,
    );
  }, [user, theme, onLogout]);
}
