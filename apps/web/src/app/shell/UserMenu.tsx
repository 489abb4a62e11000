import { badgeOf, may, mayOpen } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import {
  CircleQuestionMark,
  CircleUser,
  Download,
  Keyboard,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  LogOut,
} from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { openWhenLoaded, useOverlaysUnfocused } from '@/components/ui/overlays.ts';
import { useHelpAddress } from '@/help/useHelpAddress.ts';
import { CHANGE_PASSWORD_PATH } from '@/lib/paths.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { install, installStore } from '@/offline/install.ts';
import { useShowSetUpList } from '@/setUpList/useSetUpList.ts';
import { sidebarItems } from '../navigation/navigation.ts';

interface UserMenuProps {
  open: boolean;
  setOpen: (open: boolean) => void;
  onLogout: () => void;
  onShortcuts: () => void;
}

/**
 * The menu with the user's profile, password, setup checklist, help and sign-out. If the role's
 * sidebar has no link to the dashboard, the menu has one.
 */
export function UserMenu({ open, setOpen, onLogout, onShortcuts }: UserMenuProps) {
  const user = useCurrentUser();
  const { username, role } = user;
  const [, navigate] = useLocation();
  const setUp = useShowSetUpList(() => navigate('/'));
  const mayInstall = useSyncExternalStore(installStore.subscribe, installStore.getSnapshot);
  const help = useHelpAddress();
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
  };
  const leadsHome = mayOpen('/', role) && !sidebarItems(role).some(({ path }) => path === '/');
  const [parts, button] = useOverlaysUnfocused<HTMLButtonElement>(open);
  const face = {
    variant: 'ghost',
    size: 'icon',
    'aria-label': t`User menu`,
    title: username,
    children: <CircleUser aria-hidden="true" />,
  } as const;
  if (!parts)
    return <Button ref={button} {...face} onClick={openWhenLoaded(() => setOpen(true))} />;
  const {
    DropdownMenu,
    DropdownMenuContent,
    DropdownMenuItem,
    DropdownMenuLabel,
    DropdownMenuSeparator,
    DropdownMenuTrigger,
  } = parts;
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>
        <Button {...face} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        className="max-w-64"
        onCloseAutoFocus={(event) => {
          if (!isLeaving.current) return;
          isLeaving.current = false;
          event.preventDefault();
          const main = document.getElementById('main');
          if (!main?.contains(document.activeElement)) main?.focus();
        }}
      >
        <DropdownMenuLabel>
          <span className="block truncate font-medium text-foreground">{username}</span>
          {badgeOf(role)}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {leadsHome && (
          <DropdownMenuItem asChild onSelect={leave}>
            <Link href="/">
              <LayoutDashboard aria-hidden="true" />
              <Trans>Dashboard</Trans>
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild onSelect={leave}>
          <Link href="/profile">
            <CircleUser aria-hidden="true" />
            <Trans>Profile</Trans>
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild onSelect={leave}>
          <Link href={CHANGE_PASSWORD_PATH}>
            <KeyRound aria-hidden="true" />
            <Trans>Change Password</Trans>
          </Link>
        </DropdownMenuItem>
        {help && (
          <DropdownMenuItem asChild>
            <a href={help} target="_blank" rel="noopener">
              <CircleQuestionMark aria-hidden="true" />
              <Trans>Help</Trans>
            </a>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={onShortcuts} className="max-md:hidden">
          <Keyboard aria-hidden="true" />
          <Trans>Keyboard shortcuts</Trans>
        </DropdownMenuItem>
        {mayInstall && (
          <DropdownMenuItem onSelect={() => void install()}>
            <Download aria-hidden="true" />
            <Trans>Install app</Trans>
          </DropdownMenuItem>
        )}
        {may(user, 'setUpList.read') && (
          <DropdownMenuItem
            onSelect={() => {
              leave();
              setUp.mutate(true);
            }}
          >
            <ListChecks aria-hidden="true" />
            <Trans>Setup checklist</Trans>
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onLogout}>
          <LogOut aria-hidden="true" />
          <Trans>Logout</Trans>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
