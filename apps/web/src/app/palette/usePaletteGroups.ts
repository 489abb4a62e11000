import {
  type Action,
  type Flag as FlagRow,
  may,
  mayOpen,
  type Page,
  ROLE_FACTS,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
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

/** The dialogs that add something, with their page and who may open them. */
const ADDITIONS: readonly (Pick<Entry, 'key' | 'label' | 'icon'> & {
  action: Action;
  page: Page;
  dialog: string;
})[] = [
  {
    key: 'Add Flag',
    label: t`Add Flag`,
    icon: Plus,
    action: 'flag.create',
    page: '/flags',
    dialog: 'add',
  },
  {
    key: 'Add Company',
    label: t`Add Company`,
    icon: Plus,
    action: 'company.create',
    page: '/companies',
    dialog: 'add',
  },
  {
    key: 'Add Customer',
    label: t`Add customer`,
    icon: UserPlus,
    action: 'company.create',
    page: '/companies',
    dialog: 'customer',
  },
  {
    key: 'Add Location',
    label: t`Add Location`,
    icon: Plus,
    action: 'location.create',
    page: '/locations',
    dialog: 'add',
  },
  {
    key: 'Add Employee',
    label: t`Add Employee`,
    icon: Plus,
    action: 'user.create',
    page: '/employees',
    dialog: 'add',
  },
  {
    key: 'Invite Employee',
    label: t`Invite employee`,
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
  /** The kinds whose list is still loading or failed to load. */
  loading: readonly string[];
  failed: readonly string[];
}

/** Returns everything that this user may open or do, under the same policy as the pages. */
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
        t`Pages`,
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
        t`Companies`,
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
        t`Locations`,
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
        t`Flags`,
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
        t`Employees`,
        (people.data ?? []).map(({ id, name, role, company, location, username, email }) => ({
          key: `user ${id}`,
          label: name,
          detail: [ROLE_FACTS[role].label, location ?? company].filter(Boolean).join(' · '),
          alias: `${username} ${email}`,
          icon: CircleUser,
          to: withDialog('/employees', `employee:${encodeURIComponent(id)}`),
        })),
      ),
    [people.data],
  );

  const lists = [
    { name: t`companies`, query: companies },
    { name: t`locations`, query: locations },
    { name: t`flags`, query: flags },
    { name: t`employees`, query: people },
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
    const isDark = theme === 'dark';
    const additions = ADDITIONS.filter(({ action }) => may(user, action));
    return entryGroup(
      t`Actions`,
      [
        ...additions.map(({ key, label, icon, page, dialog }) => ({
          key,
          label,
          detail: '',
          icon,
          to: withDialog(page, dialog),
        })),
        {
          key: 'theme',
          label: isDark ? t`Switch to light theme` : t`Switch to dark theme`,
          detail: '',
          icon: isDark ? Sun : Moon,
          run: () => setTheme(isDark ? 'light' : 'dark'),
        },
        {
          key: 'logout',
          label: t`Logout`,
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
