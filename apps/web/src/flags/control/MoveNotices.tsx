import { useSyncExternalStore } from 'react';
import { moveNotices } from '../commands/moveNotices.ts';

/** Announces to screen readers how poles responded to commands sent from this page. */
export function MoveNotices() {
  const text = useSyncExternalStore(moveNotices.subscribe, moveNotices.get);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
