/**
 * Returns the path of a Chromium on this machine: from CHROMIUM_PATH, the system's, or
 * Playwright's. Null if there is none.
 */
export function findChromium(): Promise<string | null>;
