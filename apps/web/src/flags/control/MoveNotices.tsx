import { useSyncExternalStore } from 'react';
import { moveNotices } from '../commands/moveNotices.ts';

/** For who listens to the page: what poles made of the commands given here. */
export function MoveNotices() {
  const text = useSyncExternalStore(moveNotices.subscribe, moveNotices.get);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
