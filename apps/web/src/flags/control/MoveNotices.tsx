import { useSyncExternalStore } from 'react';
import { moveNotices } from '../commands/moveNotices.ts';

/** For screen readers: what poles did with the commands given here. */
export function MoveNotices() {
  const text = useSyncExternalStore(moveNotices.subscribe, moveNotices.get);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
