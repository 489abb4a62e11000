/**
 * The response header with the number of rows of a CSV file, if it is known before the file is
 * sent.
 */
export const ROWS_HEADER = 'halyard-rows';
