import { useState } from 'react';

/**
 * Returns true once `open` has been true. Use it for a dialog whose code is fetched when it first
 * opens, and which then stays mounted so that it can close with an animation.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
