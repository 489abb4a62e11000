import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { TooltipProvider } from '@/components/ui/tooltip.tsx';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { RequireRole } from './guards.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { PAGE_ROUTES } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';
import { TitledPage } from './TitledPage.tsx';

/** The shell with the page of the address in it. */
export default function SignedIn() {
  const [path] = useLocation();
  return (
    <TooltipProvider>
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
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <PasswordPrompt />
    </TooltipProvider>
  );
}
