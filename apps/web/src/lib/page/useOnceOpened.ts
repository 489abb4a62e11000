import { useState } from 'react';

/**
 * True from the first time that something opened: its code is fetched then, and it stays mounted so
 * that it can close.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
