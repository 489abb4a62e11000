import { t } from '@halyard/messages';

/** The maximum length of a CSV file, in characters: about 10,000 long lines. */
export const MAX_CSV_CHARACTERS = 5 * 1024 * 1024;
/** The maximum number of lines of a CSV file, without its heading. */
export const MAX_CSV_LINES = 10_000;
export const CSV_TOO_LARGE = t`The file is larger than 5 MB. Split it into several files.`;
