import { useState } from 'react';

/**
 * Returns true once `open` has been true. Use it to load a dialog when it first opens, and to keep
 * the dialog mounted for its closing animation.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
