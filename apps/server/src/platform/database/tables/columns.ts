import type { ColumnType } from 'kysely';

/** Epoch milliseconds. */
export type Time = number;
/** A JSON column, written as text. */
export type Json<T> = ColumnType<T, string, string>;
