import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { FullScreenSpinner } from '@/components/ui/spinner.tsx';
import { RequireUser } from './guards.tsx';

const LoginPage = lazy(() => import('@/login/LoginPage.tsx'));
const SetupPage = lazy(() => import('@/setup/SetupPage.tsx'));
const SignedIn = lazy(() => import('./SignedIn.tsx'));

/** Public pages, and everything else behind the sign-in. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Switch>
        <Route path="/auth">
          <LoginPage />
        </Route>
        <Route path="/setup">
          <SetupPage />
        </Route>
        <Route>
          <RequireUser>
            <SignedIn />
          </RequireUser>
        </Route>
      </Switch>
    </Suspense>
  );
}
