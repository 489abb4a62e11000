import { useRef } from 'react';

/**
 * Returns focus to the element that opened a dialog. Radix does this only if the dialog has a Radix
 * trigger, and our dialogs have none.
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
          : // The action removed the opener, for example with a deleted row.
            document.getElementById('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
