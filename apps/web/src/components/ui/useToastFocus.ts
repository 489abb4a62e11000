import { type RefObject, useEffect } from 'react';

/**
 * Lets the notification area get the focus while a modal dialog is open. Pressing Escape in the
 * notification area closes the message and returns the focus.
 * @param close dismisses the current message
 */
export function useToastFocus(area: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    let cameFrom: HTMLElement | null = null;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && area.current?.contains(target) === true;
    const onFocusIn = (event: FocusEvent) => {
      if (!isInside(event.target)) return;
      const { relatedTarget } = event;
      if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget))
        cameFrom = relatedTarget;
      event.stopPropagation();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (isInside(event.relatedTarget)) event.stopPropagation();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isInside(document.activeElement)) return;
      event.stopPropagation();
      close();
      cameFrom?.focus();
    };
    // The root element is between the page, which gets all of these events, and the document, where
    // windows listen.
    const root = document.documentElement;
    root.addEventListener('focusin', onFocusIn);
    root.addEventListener('focusout', onFocusOut);
    // Uses the capture phase on the window, because dialogs catch Escape in the document's.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      root.removeEventListener('focusin', onFocusIn);
      root.removeEventListener('focusout', onFocusOut);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [area, close]);
}
