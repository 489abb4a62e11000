/** Halyard's version, which the API returns and backups contain. */
export const VERSION = '0.2.0';
