import type { ImportKind, ImportPlan } from '@halyard/domain';
import { plural, select, t } from '@lingui/core/macro';

/** The labels of the tabs on the import page. */
export const KIND_LABELS: Record<ImportKind, string> = {
  companies: t`Companies`,
  locations: t`Locations`,
  flags: t`Flags`,
  people: t`Employees`,
};

/**
 * Returns the label of the button that starts an import: "Import 12 flags", "Import 3 changes", or
 * both.
 */
export function importLabel(
  kind: ImportKind,
  { create, update }: Pick<ImportPlan['counts'], 'create' | 'update'>,
): string {
  if (update === 0)
    return select(kind, {
      companies: plural(create, { one: 'Import # company', other: 'Import # companies' }),
      locations: plural(create, { one: 'Import # location', other: 'Import # locations' }),
      flags: plural(create, { one: 'Import # flag', other: 'Import # flags' }),
      other: plural(create, { one: 'Import # employee', other: 'Import # employees' }),
    });
  if (create === 0) return plural(update, { one: 'Import # change', other: 'Import # changes' });
  return t`Import ${select(kind, {
    companies: plural(create, { one: '# company', other: '# companies' }),
    locations: plural(create, { one: '# location', other: '# locations' }),
    flags: plural(create, { one: '# flag', other: '# flags' }),
    other: plural(create, { one: '# employee', other: '# employees' }),
  })} and ${plural(update, {
    one: '# change',
    other: '# changes',
  })}`;
}

/**
 * Returns the confirmation question of an import that changes records, such as "Change 3 flags?"
 */
export const changeQuestion = (kind: ImportKind, count: number): string =>
  select(kind, {
    companies: plural(count, { one: 'Change # company?', other: 'Change # companies?' }),
    locations: plural(count, { one: 'Change # location?', other: 'Change # locations?' }),
    flags: plural(count, { one: 'Change # flag?', other: 'Change # flags?' }),
    other: plural(count, { one: 'Change # employee?', other: 'Change # employees?' }),
  });

/** Returns what an import will add, such as "12 flags will be added." */
export const addedText = (kind: ImportKind, count: number): string =>
  select(kind, {
    companies: plural(count, {
      one: '# company will be added.',
      other: '# companies will be added.',
    }),
    locations: plural(count, {
      one: '# location will be added.',
      other: '# locations will be added.',
    }),
    flags: plural(count, { one: '# flag will be added.', other: '# flags will be added.' }),
    other: plural(count, { one: '# employee will be added.', other: '# employees will be added.' }),
  });

/** Returns how many new records were imported, such as "12 flags imported". */
export const importedText = (kind: ImportKind, count: number): string =>
  select(kind, {
    companies: plural(count, { one: '# company imported', other: '# companies imported' }),
    locations: plural(count, { one: '# location imported', other: '# locations imported' }),
    flags: plural(count, { one: '# flag imported', other: '# flags imported' }),
    other: plural(count, { one: '# employee imported', other: '# employees imported' }),
  });

/** Returns how many records an import changed, such as "3 flags changed". */
export const changedText = (kind: ImportKind, count: number): string =>
  select(kind, {
    companies: plural(count, { one: '# company changed', other: '# companies changed' }),
    locations: plural(count, { one: '# location changed', other: '# locations changed' }),
    flags: plural(count, { one: '# flag changed', other: '# flags changed' }),
    other: plural(count, { one: '# employee changed', other: '# employees changed' }),
  });
