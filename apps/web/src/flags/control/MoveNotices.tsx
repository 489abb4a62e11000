import { useSyncExternalStore } from 'react';
import { poleNews } from './poleNews.ts';

/** For who listens to the page: what poles made of the commands given here. */
export function PoleNews() {
  const text = useSyncExternalStore(poleNews.subscribe, poleNews.get);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
