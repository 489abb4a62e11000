import { type RefObject, useEffect } from 'react';

const CONTROLS =
  'a[href], button, input, select, summary, textarea, [contenteditable], [role="radio"], [role="checkbox"], [role="switch"]';

/**
 * Makes Enter press a dialog's button even if no control has the focus, for example after a click
 * on the dialog's text. Ignores an Enter key that was already held down when the dialog opened.
 * @param content the dialog; Enter on its other controls, or outside it, is ignored
 */
export function useEnter(
  isActive: boolean,
  content: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
): void {
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, repeat, isComposing, defaultPrevented } = event;
      if (key !== 'Enter' || repeat || isComposing || defaultPrevented) return;
      const focused = document.activeElement;
      const isFree =
        focused === null ||
        focused === document.body ||
        (content.current?.contains(focused) && !focused.matches(CONTROLS));
      if (!isFree) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive, content, button]);
}
