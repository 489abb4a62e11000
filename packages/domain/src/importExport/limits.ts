import { t } from '@halyard/messages';

/** Maximum length of a CSV file in characters; enough for about 10,000 long rows. */
export const MAX_CSV_CHARACTERS = 5 * 1024 * 1024;
/** Maximum number of rows in a CSV file, excluding the headings. */
export const MAX_CSV_LINES = 10_000;
export const CSV_TOO_LARGE = t`The file is larger than 5 MB. Split it into several files.`;
