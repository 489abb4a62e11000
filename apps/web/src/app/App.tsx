import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { Router } from 'wouter';
import { useWindowedLocation } from '@/lib/page/backCloses.ts';
import { watchTheme } from '@/lib/page/theme.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ToastArea } from './ToastArea.tsx';
import { watchServer } from './watchServer.ts';
import { watchSession } from './watchSession.ts';

/**
 * Provides what every screen needs: the query cache, the watchers for session, server and theme,
 * and the toasts.
 */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(() => watchSession(client), [client]);
  useEffect(() => watchServer(client), [client]);
  useEffect(watchTheme, []);
  return (
    <QueryClientProvider client={client}>
      {children}
      <ToastArea />
    </QueryClientProvider>
  );
}

export function App({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <Providers client={client}>
        <Router hook={useWindowedLocation}>
          <AppRoutes />
        </Router>
      </Providers>
    </StrictMode>
  );
}
