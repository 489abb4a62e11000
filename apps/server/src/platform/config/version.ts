/** Halyard's version, as the API and backups report it. */
export const VERSION = '0.2.0';
