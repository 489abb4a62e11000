import { useState } from 'react';

/**
 * Returns true once `open` has been true. A dialog is loaded then, and stays mounted for its
 * closing animation.
 */
export function useOnceOpened(open: boolean): boolean {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  return used || open;
}
