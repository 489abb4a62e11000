import type { ImportKind } from '@halyard/domain';
import { companies } from './companies.ts';
import { flags } from './flags.ts';
import type { Kind } from './kind.ts';
import { locations } from './locations.ts';
import { people } from './people.ts';

/**
 * How to import each kind of record. The type hides what a kind's values are, because code that runs
 * an import only passes the values of a kind back to the same kind.
 */
export const KINDS = { companies, locations, flags, people } as unknown as Record<
  ImportKind,
  Kind<unknown, unknown>
>;
