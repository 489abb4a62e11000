import { mayOpen } from '@halyard/domain';
import { useLocation } from 'wouter';
import { useShortcut } from '@/lib/page/shortcuts.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';

/** Handles G followed by a letter, which opens one of the pages that this user may open. */
export function usePageKeys(): void {
  const { role } = useCurrentUser();
  const [, navigate] = useLocation();
  useShortcut('dashboard', () => navigate('/'), { enabled: mayOpen('/', role) });
  useShortcut('flags', () => navigate('/flags'), { enabled: mayOpen('/flags', role) });
  useShortcut('locations', () => navigate('/locations'), { enabled: mayOpen('/locations', role) });
  useShortcut('alerts', () => navigate('/alerts'), { enabled: mayOpen('/alerts', role) });
}
