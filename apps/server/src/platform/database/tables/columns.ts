import type { ColumnType } from 'kysely';

/** A column with a time in epoch milliseconds. */
export type Time = number;
/** A JSON column, which is written as a string. */
export type Json<T> = ColumnType<T, string, string>;
