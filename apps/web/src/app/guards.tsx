import { mayOpen, type Page } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { FullScreenSpinner } from '@/components/ui/spinner.tsx';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { currentUserQuery } from '@/lib/query.ts';
import { stateForSignIn } from '@/lib/returnPath.ts';

/** Shows its children to signed-in people; a spinner while that is not known, /auth to others. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery());
  const [path] = useLocation();
  const search = useSearch();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (user?.temporary) return <Redirect to="/new-password" replace />;
  if (user?.secondFactorMissing) return <Redirect to="/second-factor" replace />;
  if (user) return children;
  if (user === null)
    return (
      <Redirect
        to="/auth"
        replace
        state={stateForSignIn(search ? `${path}?${search}` : path, wasSignedIn)}
      />
    );
  if (!error) return <FullScreenSpinner />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center p-4">
      <ErrorState
        title="The console could not reach its server."
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </main>
  );
}

/** Shows its children to the roles that may open the page; the others go to the dashboard. */
export function RequireRole({ page, children }: { page: Page; children: ReactNode }) {
  const { role } = useCurrentUser();
  return mayOpen(page, role) ? children : <Redirect to="/" replace />;
}
