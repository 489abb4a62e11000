import * as domain from '@halyard/domain';
import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * The schemas of the API contract, by their export names in packages/domain, such as `Flag` or
 * `OrderTerms`.
 */
const named = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(domain))
  if (value instanceof z.ZodType && isWorthAName(value) && !named.has(value))
    named.add(value, { id: name.replace(/^./, (letter) => letter.toUpperCase()) });

/**
 * Whether a schema gets its own name in the OpenAPI document. Strings and numbers do not, because
 * they are short enough to repeat.
 */
function isWorthAName(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion;
}

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/**
 * Collects the schemas of the OpenAPI document, so that each is written only once and referenced by
 * name.
 */
export class Schemas {
  readonly #components = new Map<string, Json>();

  /**
   * Returns a schema as JSON Schema 2020-12. Schemas that have names are referenced instead of
   * included.
   */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: named }) as Json;
    const { $schema: _, $defs = {}, ...rest } = made as Json & { $defs?: Record<string, Json> };
    const names = new Map<string, string>();
    const definitions = $defs as Record<string, Json>;
    for (const id of Object.keys(definitions)) names.set(id, this.#nameFor(id, definitions, io));
    for (const [id, name] of names)
      this.#components.set(name, this.#pointed(definitions[id]!, names) as Json);
    const { id: __, ...own } = this.#pointed(rest, names) as Json;
    return own;
  }

  /** All referenced schemas, by name. */
  get components(): Record<string, Json> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Returns the name for a schema. If a schema has defaults, its input type can differ from its
   * output type. In that case, the two types get different names.
   */
  #nameFor(id: string, definitions: Record<string, Json>, io: 'input' | 'output'): string {
    const base = id.startsWith('__') ? 'Anything' : id;
    for (let tries = 1; ; tries++) {
      const suffix = io === 'input' ? 'Input' : 'Output';
      const name = tries === 1 ? base : `${base}${suffix}${tries === 2 ? '' : tries}`;
      const known = this.#components.get(name);
      const names = new Map(Object.keys(definitions).map((one) => [one, one === id ? name : one]));
      const isSame = known && shapeOf(known) === shapeOf(this.#pointed(definitions[id]!, names));
      if (!known || isSame) return name;
    }
  }

  #pointed(value: unknown, names: ReadonlyMap<string, string>): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#pointed(one, names));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        // Zod repeats the name as `id` inside the schema, where `id` has another meaning in JSON
        // Schema.
        if (key === 'id' && typeof inner === 'string' && 'type' in value) return [];
        if (key !== '$ref' || typeof inner !== 'string')
          return [[key, this.#pointed(inner, names)]];
        const id = inner.slice(DEFINITION.length);
        return [[key, COMPONENT + (names.get(id) ?? id)]];
      }),
    );
  }
}

/**
 * Returns a schema with all references replaced by the same placeholder, so that two schemas can be
 * compared.
 */
const shapeOf = (schema: unknown): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === '$ref' ? '' : value));
