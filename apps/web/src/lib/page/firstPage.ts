/** Milliseconds that one slow answer may hold back a page, or what is fetched after it. */
export const MOST_WAIT_MS = 3000;

let show: () => void;
let isShown = false;

/**
 * Resolves once the first page behind the sign-in is on screen. What it can do without is fetched after that,
 * so that the first control comes early on a slow line.
 */
export const firstPage = new Promise<void>((resolve) => {
  show = resolve;
});

/** The page is there. */
export function firstPageShown(): void {
  isShown = true;
  show();
}

export const isFirstPageShown = (): boolean => isShown;
