/** Of this Halyard, as the API and backups name it. */
export const VERSION = '0.2.0';
