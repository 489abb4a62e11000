import type { ColumnType } from 'kysely';

/** Epoch milliseconds. */
export type Time = number;
/** A JSON column, written as a string. */
export type Json<T> = ColumnType<T, string, string>;
