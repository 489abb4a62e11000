import { t } from '@halyard/messages';

/** Maximum length of a CSV file in characters; enough for about 100,000 rows. */
export const MAX_CSV_CHARACTERS = 20 * 1024 * 1024;
/** Maximum number of rows in a CSV file, excluding the headings. */
export const MAX_CSV_LINES = 100_000;
/** Maximum number of rows that the dry run of an import shows. */
export const MAX_PLAN_LINES = 2000;
export const CSV_TOO_LARGE = t`The file is larger than 20 MB. Split it into several files.`;
