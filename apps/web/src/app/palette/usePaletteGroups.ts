import {
  type Action,
  cityState,
  type Flag as FlagRow,
  type FoundCompany,
  type FoundLocation,
  type FoundUser,
  may,
  mayOpen,
  type Page,
  ROLE_FACTS,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
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
import { withDialog } from '@/lib/page/dialogParam.ts';
import { setTheme, useTheme } from '@/lib/page/theme.ts';
import { companyHref, locationHref, poleHref } from '@/lib/paths.ts';
import { openablePages } from '../navigation/navigation.ts';
import { type Entry, type EntryGroup, entryGroup } from './findEntries.ts';
import type { Found } from './searchPools.ts';

/**
 * The actions that open a dialog for adding a record. Users see an action only if they may open the
 * page with its dialog.
 */
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

/**
 * Returns all groups of entries that the palette can offer, in display order.
 * @param found the records from the search
 */
export function usePaletteGroups(
  user: SessionUser,
  onLogout: () => void,
  found: Found | undefined,
): readonly EntryGroup[] {
  const { role } = user;
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
        { always: true },
      ),
    [role],
  );
  const records = useMemo(() => (found ? recordGroups(user, found) : []), [user, found]);
  return useMemo(() => [pages, actions, ...records], [pages, actions, records]);
}

/** Returns the search results that this user may open, grouped by kind. */
function recordGroups(user: SessionUser, found: Found): EntryGroup[] {
  const { companies, locations, flags, users } = entriesOf(user, {
    companies: found.companies.items,
    locations: found.locations.items,
    flags: found.flags.items as FlagRow[],
    users: found.users.items,
  });
  const group = (
    name: string,
    entries: readonly Entry[],
    { items, total }: { items: readonly unknown[]; total: number },
  ) => entryGroup(name, entries, { total: items.length < total ? total : undefined });
  return [
    group(t`Companies`, companies, found.companies),
    group(t`Locations`, locations, found.locations),
    group(t`Flags`, flags, found.flags),
    group(t`Employees`, users, found.users),
  ];
}

interface Records {
  companies: readonly FoundCompany[];
  locations: readonly FoundLocation[];
  flags: readonly FlagRow[];
  users: readonly FoundUser[];
}

/**
 * Converts records to palette entries that open them. Leaves out records that the user is not
 * allowed to open.
 */
export function entriesOf(
  { role }: SessionUser,
  { companies, locations, flags, users }: Records,
): Record<keyof Records, readonly Entry[]> {
  return {
    companies: !mayOpen('/companies/:id', role)
      ? []
      : companies.map(({ id, name, city, state }) => ({
          key: `company ${id}`,
          label: name,
          detail: cityState({ city, state }),
          icon: Building2,
          to: companyHref(id),
        })),
    locations: !mayOpen('/locations', role)
      ? []
      : locations.map(({ id, name, company, city, state }) => {
          const address = city === null || state === null ? [] : [cityState({ city, state })];
          return {
            key: `location ${id}`,
            label: name,
            detail: [company, ...address].join(' · '),
            searched: [company, ...address],
            icon: MapPin,
            to: locationHref(id),
          };
        }),
    flags: flags.map(({ id, name, flagId, company, location }) => ({
      key: `flag ${id}`,
      label: name,
      detail: `${flagId} · ${company} · ${location}`,
      searched: [flagId, company, location],
      icon: Flag,
      to: poleHref(id),
    })),
    users: !mayOpen('/employees', role)
      ? []
      : users.map(({ id, name, role: own, company, location, username, email }) => ({
          key: `user ${id}`,
          label: name,
          detail: [ROLE_FACTS[own].label, location ?? company].filter(Boolean).join(' · '),
          searched: [email, ROLE_FACTS[own].label, location ?? '', username],
          icon: CircleUser,
          to: withDialog('/employees', `employee:${encodeURIComponent(id)}`),
        })),
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
      { always: true },
    );
  }, [user, theme, onLogout]);
}
