import { startTransition, useEffect, useState } from 'react';

/**
 * Turns true a moment after something did: what is drawn last keeps what is drawn first from the screen
 * no longer. At once where it is true from the start, as after Back.
 */
export function useAfterwards(isReady: boolean): boolean {
  const [isNext, setNext] = useState(isReady);
  useEffect(() => {
    if (isReady) startTransition(() => setNext(true));
  }, [isReady]);
  return isNext;
}
