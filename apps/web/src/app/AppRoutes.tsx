import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { FullScreenSpinner } from '@/components/ui/spinner.tsx';
import { configQuery } from '@/lib/query.ts';
import { useForcedLightTheme } from '@/lib/theme.ts';
import { RequireUser } from './guards.tsx';
import { PAGE_ROUTES } from './routes.tsx';

const JoinPage = lazy(() => import('@/join/JoinPage.tsx'));
const LoginPage = lazy(() => import('@/login/LoginPage.tsx'));
const ForgotPasswordPage = lazy(() => import('@/password/ForgotPasswordPage.tsx'));
const NewPasswordPage = lazy(() => import('@/password/NewPasswordPage.tsx'));
const RequiredPage = lazy(() => import('@/secondFactor/RequiredPage.tsx'));
const SetupPage = lazy(() => import('@/setup/SetupPage.tsx'));
const loadSignedIn = () => import('./SignedIn.tsx');
const SignedIn = lazy(loadSignedIn);

/** Around the lazy page, so that the light theme is there before its code is. */
function ForcedLight({ children }: { children: ReactNode }) {
  useForcedLightTheme();
  return <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>;
}

/** While the server says who it is, the code of the page is on its way. */
function FetchAhead() {
  const { data } = useQuery(configQuery());
  const [path] = useLocation();
  const isSignedIn = data?.signedIn === true;
  useEffect(() => {
    if (!isSignedIn) return;
    void loadSignedIn();
    void PAGE_ROUTES.find((page) => page.path === path)?.load();
  }, [isSignedIn, path]);
  return null;
}

/** Public pages, and everything else behind the sign-in. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Switch>
        <Route path="/auth">
          <ForcedLight>
            <LoginPage />
          </ForcedLight>
        </Route>
        <Route path="/forgot-password">
          <ForcedLight>
            <ForgotPasswordPage />
          </ForcedLight>
        </Route>
        <Route path="/join/:code?">
          <ForcedLight>
            <JoinPage />
          </ForcedLight>
        </Route>
        <Route path="/new-password">
          <NewPasswordPage />
        </Route>
        <Route path="/second-factor">
          <RequiredPage />
        </Route>
        <Route path="/setup">
          <ForcedLight>
            <SetupPage />
          </ForcedLight>
        </Route>
        <Route>
          <FetchAhead />
          <RequireUser>
            <SignedIn />
          </RequireUser>
        </Route>
      </Switch>
    </Suspense>
  );
}
