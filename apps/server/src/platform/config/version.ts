/** Halyard's version, as reported by the API and in backups. */
export const VERSION = '0.2.0';
