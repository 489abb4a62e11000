import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { firstPageShown, MOST_WAIT_MS } from '@/lib/page/firstPage.ts';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { RequireRole } from './guards.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { PAGE_ROUTES } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';
import { TitledPage } from './TitledPage.tsx';

/** The header, the sidebar and the page for the current URL. */
export default function SignedIn() {
  const [path] = useLocation();
  return (
    <>
      <Shell>
        <ErrorBoundary path={path}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {PAGE_ROUTES.map(({ path, title, component: Component }) => (
                <Route key={path} path={path}>
                  <RequireRole page={path}>
                    {title === null ? (
                      <Component />
                    ) : (
                      <TitledPage title={title}>
                        <Component />
                      </TitledPage>
                    )}
                  </RequireRole>
                </Route>
              ))}
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
            <Shown />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <PasswordPrompt />
    </>
  );
}

/**
 * Fetches the rest of the console's code once the page and its lists have loaded. Renders nothing.
 */
function Shown() {
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (!isFetching) return onceIdle(firstPageShown);
    const timer = setTimeout(firstPageShown, MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isFetching]);
  return null;
}

/**
 * Calls `run` once the browser is idle.
 * @returns a function that cancels the call
 */
function onceIdle(run: () => void): () => void {
  // Safari has no idle callbacks, so use a timer.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: MOST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
