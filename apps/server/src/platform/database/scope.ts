import type { Scope } from '@halyard/domain';
import type { Message } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { brokenConstraint } from './engines/constraints.ts';

/** Returns a condition that limits a query to the records that the actor may see. */
export function within(
  scope: Scope,
  columns: { company: string; location: string },
): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`1 = 1`;
    case 'company':
      return sql<boolean>`${sql.ref(columns.company)} = ${scope.companyId}`;
    case 'location':
      return sql<boolean>`(${sql.ref(columns.company)} = ${scope.companyId} and ${sql.ref(columns.location)} = ${scope.locationId})`;
    case 'nothing':
      return sql<boolean>`1 = 0`;
  }
}

/**
 * Runs `work`, and converts a violated unique constraint to a conflict with a message for users.
 * @param texts maps each unique column, as `table.column`, to its message
 */
export async function refusingTaken<T>(
  texts: Readonly<Record<string, string | Message>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const broken = brokenConstraint(error);
    const text = broken?.kind === 'unique' ? texts[broken.on] : undefined;
    if (text === undefined) throw error;
    const message = typeof text === 'string' ? messageOf(text) : text;
    throw new AppError('conflict', message, { cause: error });
  }
}

/**
 * Returns only the columns that the request has values for, so that two users who edit different
 * fields do not overwrite each other's changes.
 */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
