import { badgeOf, isOperator } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'wouter';
import { Logo } from '@/components/brand/Logo.tsx';
import { LogOut } from '@/components/icons/index.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Sheet } from '@/components/ui/Sheet.tsx';
import { Tooltip, TooltipGroup } from '@/components/ui/Tooltip.tsx';
import { useProductName } from '@/lib/api/config.ts';
import { cn } from '@/lib/cn.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { sidebarItems } from '../navigation/navigation.ts';

interface ContentProps {
  collapsed?: boolean;
  onLogout: () => void;
  /** Called when the user chooses an item in the sidebar. */
  onNavigate?: () => void;
}

/** The sidebar: 16rem wide, or 3rem with only icons. */
export function Sidebar({ collapsed = false, onLogout }: ContentProps) {
  return (
    <aside
      aria-label={t`Sidebar`}
      data-collapsed={collapsed}
      className={cn(
        'print:hidden sticky top-0 z-30 flex h-dvh shrink-0 flex-col border-r border-border bg-background',
        collapsed ? 'w-12' : 'w-64',
      )}
    >
      <SidebarContent collapsed={collapsed} onLogout={onLogout} />
    </aside>
  );
}

interface MobileSidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLogout: () => void;
}

/** The sidebar on small screens: 18rem wide. It slides in, and closes when an item is chosen. */
export function MobileSidebar({ open, onOpenChange, onLogout }: MobileSidebarProps) {
  const close = () => onOpenChange(false);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t`Menu`} className="w-72">
      <SidebarContent
        onNavigate={close}
        onLogout={() => {
          close();
          onLogout();
        }}
      />
    </Sheet>
  );
}

function SidebarContent({ collapsed = false, onLogout, onNavigate }: ContentProps) {
  const user = useCurrentUser();
  const product = useProductName();
  const [location] = useLocation();
  return (
    <TooltipGroup>
      <div
        className={cn(
          'flex h-12 shrink-0 items-center border-b border-border text-primary',
          collapsed ? 'justify-center' : 'px-4',
        )}
      >
        <Link
          href="/"
          title={product}
          aria-label={t`${product}, go to dashboard`}
          onClick={() => onNavigate?.()}
          className={cn(
            'touch-target flex min-w-0 items-center gap-2.5 rounded-sm',
            collapsed && 'touch:min-w-11 touch:justify-center',
          )}
        >
          <Logo className="shrink-0" />
          {!collapsed && (
            <span className="truncate font-semibold tracking-tight text-foreground">{product}</span>
          )}
        </Link>
      </div>
      <nav
        aria-label={t({ message: 'Main', context: 'navigation' })}
        className={cn('flex-1 overflow-y-auto py-3', collapsed ? 'px-1.5' : 'px-2')}
      >
        <ul className="grid gap-0.5">
          {sidebarItems(user.role).map(({ path, label, icon: Icon }) => {
            const active = path === '/' ? location === '/' : location.startsWith(path);
            return (
              <li key={path}>
                <Tooltip content={label} side="right" disabled={!collapsed}>
                  <Link
                    href={path}
                    onClick={() => onNavigate?.()}
                    aria-current={active ? 'page' : undefined}
                    aria-label={label}
                    className={cn(
                      'flex h-9 items-center gap-3 rounded-md text-sm font-medium text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-accent-foreground touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0',
                      collapsed ? 'justify-center' : 'px-2',
                      active && 'bg-accent text-accent-foreground',
                    )}
                  >
                    <Icon aria-hidden="true" />
                    {!collapsed && label}
                  </Link>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      </nav>
      <div
        className={cn('grid shrink-0 gap-2 border-t border-border', collapsed ? 'p-1.5' : 'p-3')}
      >
        {!collapsed && (
          <div className="flex min-w-0 items-center justify-between gap-2 pl-1">
            <span title={user.username} className="truncate text-[0.8125rem] font-medium">
              {user.username}
            </span>
            <Badge variant={isOperator(user.role) ? 'accent' : 'neutral'}>
              {badgeOf(user.role)}
            </Badge>
          </div>
        )}
        <Tooltip content={t`Logout`} side="right" disabled={!collapsed}>
          <Button
            variant="ghost"
            size={collapsed ? 'icon' : 'md'}
            aria-label={t`Logout`}
            onClick={onLogout}
            className={collapsed ? 'mx-auto' : 'justify-start gap-3 px-1 max-md:px-1'}
          >
            <LogOut aria-hidden="true" />
            {!collapsed && t`Logout`}
          </Button>
        </Tooltip>
      </div>
    </TooltipGroup>
  );
}
