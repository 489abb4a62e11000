import { type FlagView, sameLock } from '@halyard/domain';

/** Returns whether two views of a flag look the same. */
export function sameView(a: FlagView, b: FlagView): boolean {
  return (
    a.isOnline === b.isOnline &&
    a.lastSeen === b.lastSeen &&
    a.voltage === b.voltage &&
    a.command === b.command &&
    a.position === b.position &&
    a.desiredPosition === b.desiredPosition &&
    sameLock(a.lock, b.lock) &&
    a.switches.every((one, index) => {
      const other = b.switches[index]!;
      return (
        one.state === other.state && one.phase === other.phase && one.desired === other.desired
      );
    })
  );
}
