import { useState } from 'react';

/**
 * Returns true once something has been opened. Its code is fetched at that moment, and it stays
 * mounted so that it can close with an animation.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
