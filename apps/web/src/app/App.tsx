import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createQueryClient } from '@/lib/query.ts';
import { watchTheme } from '@/lib/theme.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ToastArea } from './ToastArea.tsx';
import { watchServer } from './watchServer.ts';
import { watchSession } from './watchSession.ts';

/** What every screen stands on: the cache of answers, the watch over session, server and theme, the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
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

export function App() {
  return (
    <StrictMode>
      <Providers>
        <AppRoutes />
      </Providers>
    </StrictMode>
  );
}
