/** The version of this Halyard, as the API and backups state it. */
export const VERSION = '0.2.0';
