import { useRef } from 'react';

/**
 * Gives focus back to what opened a dialog. Radix does so for its own triggers alone; ours are
 * opened by state, and focus would be lost to the page.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember(): void {
      opener.current = document.activeElement;
    },
    giveBack(event: Event): void {
      event.preventDefault();
      const back =
        opener.current?.isConnected && opener.current !== document.body
          ? opener.current
          : // What opened it went with what was done, as a deleted row does.
            document.getElementById('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
