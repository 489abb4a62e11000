/**
 * Returns the path of a Chromium on this machine: from CHROMIUM_PATH, the system's, or
 * Playwright's. Null if there is none.
 */
export function findChromium(): Promise<string | null>;

/**
 * Returns the path of a Chromium without a window, or null if there is none or CHROMIUM_PATH names
 * the browser to use.
 */
export function findShell(): string | null;

/** Returns the path of Playwright's own Chromium, or null if it is not installed. */
export function playwrightsOwn(): Promise<string | null>;
