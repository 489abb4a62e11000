import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

interface InvitationState {
  invitation: string;
}

/**
 * Returns the code from the invitation's link; '' if the link has no code. Moves the code from the
 * URL to the history entry's state, so that it cannot leak but survives a reload.
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
