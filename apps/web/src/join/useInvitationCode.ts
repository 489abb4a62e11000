import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

interface InvitationState {
  invitation: string;
}

/**
 * The code of the invitation's link; '' where there is none. It leaves the address at once, so that
 * neither the history nor a referrer nor a shared screen shows it, and stays in the history entry: a
 * reload keeps it.
 */
export function useInvitationCode(): string {
  const { code } = useParams<{ code?: string }>();
  const state = useHistoryState<Partial<InvitationState> | null>();
  const [held] = useState(code ?? state?.invitation ?? '');
  const [, navigate] = useLocation();
  useEffect(() => {
    if (code === undefined) return;
    const next: InvitationState = { invitation: code };
    navigate('/join', { replace: true, state: next });
  }, [code, navigate]);
  return held;
}
