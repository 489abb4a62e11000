import { type Flag, type FoundLocation, searchText } from '@halyard/domain';
import { MAX_SHOWN } from './findEntries.ts';

/** A command's target: one pole, or all poles at a location. */
export type Target = {
  id: string;
  name: string;
  /** The searchable text of a pole or location, beginning with its name. */
  text: string;
} & ({ kind: 'pole'; flag: Flag } | { kind: 'location'; location: FoundLocation });

export interface FoundTargets {
  shown: readonly Target[];
  /** The number of matching poles and locations, shown or not. */
  total: number;
  /**
   * The only pole or location that the typed text can mean; null if there is none or if the text is
   * ambiguous.
   */
  meant: Target | null;
}

/** Returns the locations that have poles, followed by the poles, as targets for commands. */
export function targetsOf(
  locations: readonly FoundLocation[],
  flags: readonly Flag[],
): readonly Target[] {
  return [
    ...locations
      .filter((location) => location.flags > 0)
      .map((location): Target => {
        const { id, name, company } = location;
        return { kind: 'location', id, name, location, text: searchText([name, company]) };
      }),
    ...flags.map((flag): Target => {
      const { id, name, flagId, company, location } = flag;
      const text = searchText([name, flagId, company, location]);
      return { kind: 'pole', id, name, flag, text };
    }),
  ];
}

/**
 * Finds the poles and locations whose searchable text contains every word of the query. Puts
 * matches whose names begin with the query first.
 * @param query in lower case; '' finds nothing
 */
export function findTargets(
  targets: readonly Target[],
  query: string,
  kinds: readonly Target['kind'][],
): FoundTargets {
  if (query === '') return { shown: [], total: 0, meant: null };
  const words = query.split(' ');
  const exact: Target[] = [];
  const beginning: Target[] = [];
  const others: Target[] = [];
  let total = 0;
  for (const target of targets) {
    const { kind, text } = target;
    if (!kinds.includes(kind) || !words.every((word) => text.includes(word))) continue;
    total++;
    const list = text.startsWith(`${query}\n`)
      ? exact
      : text.startsWith(query)
        ? beginning
        : others;
    if (list.length < MAX_SHOWN) list.push(target);
  }
  const all = [...exact, ...beginning, ...others];
  const nearest = [exact, beginning, others].find((list) => list.length > 0) ?? [];
  return {
    shown: all.slice(0, MAX_SHOWN),
    total,
    meant: nearest.length === 1 ? nearest[0]! : null,
  };
}
