import type { ImportKind } from '@halyard/domain';
import { companies } from './companies.ts';
import { flags } from './flags.ts';
import type { Kind } from './kind.ts';
import { locations } from './locations.ts';
import { people } from './people.ts';

/**
 * How to import each kind of record. The records have the type `unknown` here, because the code
 * that runs an import does not read their fields.
 */
export const KINDS = { companies, locations, flags, people } as unknown as Record<
  ImportKind,
  Kind<unknown, unknown>
>;
