import { useState } from 'react';

/**
 * Returns true from the first time that something opens. Its code is fetched then, and it stays
 * mounted so that it can close with an animation.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
