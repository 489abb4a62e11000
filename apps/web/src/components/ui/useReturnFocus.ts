import { useRef } from 'react';

/**
 * Returns focus to what opened a dialog. Radix does this only for its own triggers; our dialogs
 * open by state, so focus would be lost to the page.
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
          : // What opened it was removed by the action, such as a deleted row.
            document.getElementById('main');
      if (back instanceof HTMLElement) back.focus();
    },
  };
}
