import { type Flag, may, type SessionUser } from '@halyard/domain';
import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { Locked } from './Locked.tsx';
import { LockForm } from './LockForm.tsx';

/** In a flag's dialog: who works at its pole, and the way to lock and release it. */
export function LockPanel({ user, flag }: { user: SessionUser; flag: Flag }) {
  const state = useFlagState(flag.id);
  const [asking, setAsking] = useState(false);
  const panel = useRef<HTMLElement>(null);
  if (!state) return null;
  const { lock } = state.view;
  if (!lock && !may(user, 'flag.switch')) return null;
  // The button that was pressed is gone: focus stays where it was.
  const stay = () => panel.current?.focus();
  const close = () => {
    setAsking(false);
    stay();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Maintenance lock"
      className="shrink-0 border-b border-border px-5 py-3 outline-none"
    >
      {lock ? (
        <Locked user={user} flag={flag} lock={lock} onReleased={stay} />
      ) : asking ? (
        <LockForm flag={flag} onClose={close} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted-foreground">Working at the pole?</p>
          <Button onClick={() => setAsking(true)}>
            <Lock aria-hidden="true" />
            Lock
          </Button>
        </div>
      )}
    </section>
  );
}
