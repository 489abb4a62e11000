import { useSyncExternalStore } from 'react';
import { moveNotices } from '../commands/moveNotices.ts';

/** For screen readers: how poles responded to the commands sent here. */
export function MoveNotices() {
  const text = useSyncExternalStore(moveNotices.subscribe, moveNotices.get);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
