import type { MouseEvent } from 'react';

const overlayClasses =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';
/**
 * The CSS classes of a dialog. Its header and footer stay visible while its body scrolls. At 200%
 * zoom on a phone, the header and footer would leave no room for the body, so the whole dialog
 * scrolls.
 */
export const dialogClasses =
  'fixed top-1/2 left-1/2 z-40 flex zoomed:block max-h-[calc(100dvh-2rem)] zoomed:max-h-dvh w-[calc(100vw-2rem)] zoomed:w-screen max-w-lg -translate-1/2 flex-col overflow-hidden zoomed:overflow-y-auto rounded-lg border border-border bg-raised shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

/**
 * The props of a dialog's backdrop, which covers the page. Pressing the backdrop does not take the
 * focus out of the dialog.
 */
export const overlayProps = {
  className: overlayClasses,
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
};
