import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Logo } from '@/components/brand/Logo.tsx';
import { CloudOff, LogOut } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cn } from '@/lib/cn.ts';
import { useLogout } from '@/lib/session/useLogout.ts';
import { CopiedList } from './CopiedList.tsx';
import { CopiedPolePage } from './CopiedPolePage.tsx';
import { CopyNotice } from './CopyNotice.tsx';
import type { OfflineCopy } from './copy.ts';

interface LastKnownConsoleProps {
  copy: OfflineCopy;
  /** Whether the server is considered unreachable. */
  isOffline: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

const PAGES = [
  { path: '/', label: t`Dashboard` },
  { path: '/flags', label: t`Flags` },
] as const;

/**
 * Shows the last known state of the poles, read-only, until the server responds. This module
 * imports nothing that can send a command.
 */
export function LastKnownConsole({ copy, isOffline, isRetrying, onRetry }: LastKnownConsoleProps) {
  const [path] = useLocation();
  const logout = useLogout();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    document.title = copy.productName;
    // Marks when content appears, for measurements.
    performance.mark('last-known');
  }, [copy.productName]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 border-b border-border bg-background">
        <div className="flex h-12 items-center gap-1 px-2 md:px-4">
          <Link
            href="/"
            aria-label={t`${{ product: copy.productName }}, go to dashboard`}
            className="flex min-w-0 items-center gap-2.5 rounded-sm px-2 font-semibold tracking-tight touch:h-11"
          >
            <Logo className="shrink-0 text-primary" />
            <span className="truncate">{copy.productName}</span>
          </Link>
          <div className="flex-1" />
          <nav aria-label={t`Main`} className="flex">
            {PAGES.map((page) => (
              <Link
                key={page.path}
                href={page.path}
                aria-current={path === page.path ? 'page' : undefined}
                className={cn(
                  'flex h-8 items-center rounded-md px-3 font-medium text-muted-foreground hover:bg-accent hover:text-accent-foreground touch:h-11',
                  path === page.path && 'text-foreground',
                )}
              >
                {page.label}
              </Link>
            ))}
          </nav>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Logout`}
            title={t`Logout`}
            aria-expanded={isLeaving}
            onClick={() => setLeaving(!isLeaving)}
          >
            <LogOut aria-hidden="true" />
          </Button>
        </div>
        {isLeaving && (
          <section
            aria-label={t`Logout`}
            className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-border px-4 py-2 md:px-6"
          >
            <p className="min-w-0 flex-1 basis-64">
              <Trans>Signing out deletes the last known state from this device.</Trans>
            </p>
            <Button onClick={() => setLeaving(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" pending={logout.isPending} onClick={() => logout.mutate()}>
              <Trans>Logout</Trans>
            </Button>
          </section>
        )}
        <CopyNotice {...{ copy, isOffline, isRetrying, onRetry }} />
      </header>
      <main id="main" tabIndex={-1} className="flex-1 p-4 outline-none md:p-6">
        <CopiedPage path={path} copy={copy} />
      </main>
    </div>
  );
}

function CopiedPage({ path, copy: { poles } }: { path: string; copy: OfflineCopy }) {
  const [, first, id] = path.split('/').map(decode);
  if (path === '/') return <CopiedList key="/" title={t`Dashboard`} poles={poles} isOverview />;
  if (path === '/flags') return <CopiedList key="/flags" title={t`Flags`} poles={poles} />;
  const pole = first === 'flags' && poles.find((each) => each.id === id);
  if (pole) return <CopiedPolePage pole={pole} />;
  const here = first === 'locations' ? poles.filter((each) => each.locationId === id) : [];
  if (here[0]) return <CopiedList key={path} title={here[0].location} poles={here} />;
  return <NeedsNetwork />;
}

/** Decodes a part of a path, or returns it unchanged if it is malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function NeedsNetwork() {
  return (
    <div className="mx-auto grid max-w-prose justify-items-center gap-1 px-4 py-20 text-center">
      <CloudOff aria-hidden="true" className="mb-2 size-6 text-muted-foreground" />
      <h1 className="text-base font-semibold">
        <Trans>This page needs a network connection</Trans>
      </h1>
      <p className="text-muted-foreground">
        <Trans>
          Only the last known state of your poles is stored on this device. This page loads
          automatically when the server responds.
        </Trans>
      </p>
      <Button asChild className="mt-4">
        <Link href="/flags">
          <Trans>See your poles</Trans>
        </Link>
      </Button>
    </div>
  );
}
