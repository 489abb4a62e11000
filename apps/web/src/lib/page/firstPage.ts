/** Maximum time that a slow response may delay the display of a page, in milliseconds. */
export const MOST_WAIT_MS = 3000;

let show: () => void;
let isShown = false;

/**
 * Resolves once the first page for signed-in users is on screen. Code that this page does not need
 * is fetched after that.
 */
export const firstPage = new Promise<void>((resolve) => {
  show = resolve;
});

/** Records that the first page is on screen. */
export function firstPageShown(): void {
  isShown = true;
  show();
}

export const isFirstPageShown = (): boolean => isShown;
