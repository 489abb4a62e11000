import type { Flag, FlagView, SwitchView } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Switch } from '@/components/ui/Switch.tsx';
import { serverNow } from '@/lib/realtime/clock.ts';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { lastSeenText } from '../texts/lastSeen.ts';

interface FlagSwitchProps {
  flag: Flag;
  view: FlagView;
  one: SwitchView;
  /** Whether this browser can send commands now. */
  canWrite: boolean;
  actions: FlagActions;
  /** Whether the user may control the flag; false for users who may only view. */
  allowed: boolean;
}

/**
 * One of a flag's switches. While it is disabled, it shows the reason: the pole is offline or
 * locked, or commands cannot be sent.
 */
export function FlagSwitch({ flag, view, one, canWrite, actions, allowed }: FlagSwitchProps) {
  const hindrance = hindranceOf(view, canWrite, allowed);
  return (
    <Switch
      checked={one.state}
      look={one.phase}
      aria-label={`${one.label}, ${flag.name}`}
      disabled={hindrance !== null}
      reason={hindrance ?? REASONS[one.phase]}
      onCheckedChange={(on) => void actions.toggle(flag, one.field, on)}
    />
  );
}

const REASONS: Record<SwitchView['phase'], string | undefined> = {
  settled: undefined,
  pending: t`Waiting for the pole`,
  'not-confirmed': t`The pole hasn’t confirmed the command`,
  'no-feedback': t`The pole gives no feedback`,
};

/**
 * Returns why a flag cannot be controlled now; null if it can.
 * @param allowed whether the user may control it
 */
export function hindranceOf(view: FlagView, canWrite: boolean, allowed: boolean): string | null {
  if (!allowed) return t`You can’t control this flag`;
  // The row already shows who locked the flag and why, so do not repeat it on each switch.
  if (view.lock) return t`Locked`;
  if (!view.isOnline) {
    const lastSeen = lastSeenText(view.lastSeen, serverNow());
    return t`Offline, ${lastSeen}`;
  }
  return canWrite ? null : t`Not connected`;
}
