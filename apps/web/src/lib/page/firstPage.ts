/**
 * Maximum time that a slow response may delay a page, or the code fetched after it, in
 * milliseconds.
 */
export const MOST_WAIT_MS = 3000;

let show: () => void;
let isShown = false;

/**
 * Resolves once the first page for signed-in users is on screen. Code that the page does not need
 * is fetched after that, so that the first control appears early on a slow connection.
 */
export const firstPage = new Promise<void>((resolve) => {
  show = resolve;
});

/** Records that the first page is on screen, so that the code fetched later starts to load. */
export function firstPageShown(): void {
  isShown = true;
  show();
}

export const isFirstPageShown = (): boolean => isShown;
