import type { ImportKind } from '@halyard/domain';

/** The labels of the tabs. */
export const KIND_LABELS: Record<ImportKind, string> = {
  companies: 'Companies',
  locations: 'Locations',
  flags: 'Flags',
  people: 'Employees',
};

const ONE: Record<ImportKind, [one: string, many: string]> = {
  companies: ['company', 'companies'],
  locations: ['location', 'locations'],
  flags: ['flag', 'flags'],
  people: ['employee', 'employees'],
};

/** `1 flag`, `200 flags`. */
export const countOf = (kind: ImportKind, count: number): string =>
  `${count} ${ONE[kind][count === 1 ? 0 : 1]}`;
