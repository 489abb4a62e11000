import { mayOpen, type Page } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { loadCode } from '@/early/pages.ts';
import { copyOwner } from '@/lib/session/copyOwner.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { stateForSignIn } from '@/lib/session/returnPath.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import type { LastKnownProps } from '@/offline/LastKnown.tsx';

/** Shows the last known state of the poles. Calls `onOver` if its own code cannot be loaded. */
const LastKnown = lazy(() =>
  import('@/offline/LastKnown.tsx').catch(() => ({
    default: ({ onOver }: LastKnownProps) => {
      useEffect(onOver, [onOver]);
      return null;
    },
  })),
);

/**
 * Shows its children to signed-in users, and redirects everyone else to /auth. Until it is known
 * whether the user is signed in, shows the last known state of the poles if this device has stored
 * it; otherwise a spinner.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery());
  useRenderAtSessionEnd();
  const [path] = useLocation();
  const search = useSearch();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const [copy, setCopy] = useState<'none' | 'wanted' | 'shown'>(() =>
    user === undefined && copyOwner() !== null ? 'wanted' : 'none',
  );
  // The console is rendered in slices, so that a slow phone can respond to a tap in between.
  const isRendered = useDeferredValue(Boolean(user));
  const showCopy = useCallback(() => setCopy('shown'), []);
  const endCopy = useCallback(() => setCopy('none'), []);
  if ((user || copy === 'shown') && !wasSignedIn) setWasSignedIn(true);
  // The console is ready before the stored copy appeared, so that copy is no longer needed.
  if (user && copy === 'wanted') endCopy();
  if (user?.temporary) return <Redirect to="/new-password" replace />;
  if (user?.secondFactorMissing) return <Redirect to="/second-factor" replace />;
  if (user === null)
    return (
      <Redirect
        to="/auth"
        replace
        state={stateForSignIn(search ? `${path}?${search}` : path, wasSignedIn)}
      />
    );
  return (
    <>
      {copy !== 'none' && (
        <Suspense fallback={null}>
          <LastKnown
            user={user}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
            loadCode={() => loadCode(path)}
            onShow={showCopy}
            onOver={endCopy}
          />
        </Suspense>
      )}
      {copy !== 'shown' &&
        (user && isRendered ? (
          children
        ) : error && !user ? (
          <Unreachable {...{ error, isFetching, refetch }} />
        ) : (
          <FullScreenSpinner />
        ))}
    </>
  );
}

/**
 * Rerenders the calling component as soon as the session ends. `useQuery` would rerender too late:
 * by then, the page would already be fetching data again.
 */
function useRenderAtSessionEnd(): void {
  const client = useQueryClient();
  useSyncExternalStore(onSessionEnd, () => client.getQueryData(currentUserQuery().queryKey));
}

type Asked = Pick<ReturnType<typeof useQuery>, 'error' | 'isFetching' | 'refetch'>;

function Unreachable({ error, isFetching, refetch }: Asked) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center p-4">
      <ErrorState
        title={t`Couldn’t load this page`}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </main>
  );
}

/**
 * Renders its children for users whose role may open the page. Redirects other users to the
 * dashboard.
 */
export function RequireRole({ page, children }: { page: Page; children: ReactNode }) {
  const { role } = useCurrentUser();
  return mayOpen(page, role) ? children : <Redirect to="/" replace />;
}
