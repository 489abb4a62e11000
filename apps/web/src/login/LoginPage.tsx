import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { lazyPart } from '@/components/lazyPart.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { loadCode } from '@/early/pages.ts';
import { configQuery } from '@/lib/api/query.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { accountGone, returnPath, sessionEnded } from '@/lib/session/returnPath.ts';
import { LoginForm } from './LoginForm.tsx';

// Loaded only when needed, so that the page stays light for everyone else.
const DemoEntry = lazyPart(() => import('./DemoEntry.tsx'));
const ProviderSignIn = lazyPart(() => import('./ProviderSignIn.tsx'));
const SecondFactorForm = lazyPart(() => import('./SecondFactorForm.tsx'));

export default function LoginPage() {
  useNoIndex();
  useDocumentTitle(t`Login`);
  const currentUser = useQuery(currentUserQuery());
  const configuration = useQuery(configQuery());
  // These responses determine the content above and below the form, which must not move once it is
  // visible.
  const isKnown = useTogether(currentUser, configuration);
  const user = currentUser.data;
  // If the configuration arrives late, the form stays visible while the code of additional content
  // loads.
  const config = useDeferredValue(configuration.data);
  const state = useHistoryState<unknown>();
  const problem = new URLSearchParams(useSearch()).get('problem');
  const [asked, setAsked] = useState(false);
  if (user) return <Redirect to={returnPath(state)} replace />;
  if (!isKnown) return <FullScreenSpinner />;
  if (asked)
    return (
      <PublicPage title={t`Two-factor authentication`}>
        <Suspense fallback={null}>
          <SecondFactorForm onBack={() => setAsked(false)} />
        </Suspense>
      </PublicPage>
    );
  if (config?.demo?.memorialDay === 'running' && !sessionEnded(state))
    return (
      <PublicPage title={t`Login`}>
        <Suspense fallback={null}>
          <DemoEntry demo={config.demo} />
        </Suspense>
      </PublicPage>
    );
  return (
    <PublicPage title={t`Login`}>
      {(sessionEnded(state) || accountGone(state)) && (
        <p
          role="status"
          className="rounded-md border border-border bg-muted px-3 py-2 text-[0.8125rem]"
        >
          {accountGone(state)
            ? t`This account no longer exists.`
            : t`You were signed out. Sign in to continue where you left off.`}
        </p>
      )}
      {config?.setupNeeded && (
        <p className="rounded-md border border-border bg-muted px-3 py-2 text-[0.8125rem]">
          <Trans>
            No account exists yet. Open the one-time link that the server printed at startup to
            create the first master.
          </Trans>
        </p>
      )}
      {(config?.signIn.system || config?.signIn.companies || problem) && (
        <ProviderSignIn ways={config?.signIn} problem={problem} />
      )}
      <LoginForm
        demo={config?.demo ?? null}
        onEdit={() => prefetch(returnPath(state))}
        onSecondFactorAsked={() => setAsked(true)}
      />
    </PublicPage>
  );
}

/**
 * Fetches the code that is needed after the sign-in. Ignores a failure, because the code is fetched
 * again when it is needed.
 */
function prefetch(address: string): void {
  loadCode(new URL(address, window.location.href).pathname).catch(() => undefined);
}
