import type { ImportKind } from '@halyard/domain';
import { companies } from './companies.ts';
import { flags } from './flags.ts';
import type { Kind } from './kind.ts';
import { locations } from './locations.ts';
import { people } from './people.ts';

/**
 * How to import each kind of record. The values have the type `unknown` here: the code that runs an
 * import never looks inside them, and only passes them back to the kind that created them.
 */
export const KINDS = { companies, locations, flags, people } as unknown as Record<
  ImportKind,
  Kind<unknown, unknown>
>;
