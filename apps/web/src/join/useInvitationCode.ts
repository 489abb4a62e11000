import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

interface InvitationState {
  invitation: string;
}

/**
 * Returns the code from the invitation's link, or '' if there is none. Removes the code from the
 * URL so that it cannot leak; the history entry's state keeps it for a reload.
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
