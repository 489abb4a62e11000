import { type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPage } from '@/components/lazyPart.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { loadSignedIn } from '@/early/pages.ts';
import { useForcedLightTheme } from '@/lib/page/theme.ts';
import { RequireUser } from './guards.tsx';

const ConfirmEmailPage = lazyPage(() => import('@/confirmEmail/ConfirmEmailPage.tsx'));
const JoinPage = lazyPage(() => import('@/join/JoinPage.tsx'));
const LoginPage = lazyPage(() => import('@/login/LoginPage.tsx'));
const ForgotPasswordPage = lazyPage(() => import('@/password/ForgotPasswordPage.tsx'));
const NewPasswordPage = lazyPage(() => import('@/password/NewPasswordPage.tsx'));
const RequiredPage = lazyPage(() => import('@/secondFactor/RequiredPage.tsx'));
const SetupPage = lazyPage(() => import('@/setup/SetupPage.tsx'));
const SignedIn = lazyPage(loadSignedIn);

/** Forces the light theme on a public page, even while the page's own code is still loading. */
function ForcedLight({ children }: { children: ReactNode }) {
  useForcedLightTheme();
  return <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>;
}

/** The routes: the public pages, and all pages for signed-in users. */
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
        <Route path="/confirm-email">
          <ForcedLight>
            <ConfirmEmailPage />
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
          <RequireUser>
            <SignedIn />
          </RequireUser>
        </Route>
      </Switch>
    </Suspense>
  );
}
