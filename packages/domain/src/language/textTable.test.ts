import { t } from '@halyard/messages';
import { ENGLISH, messageOf, useLanguage } from '@halyard/messages/language';
import { afterEach, expect, test } from 'vitest';
import { textTable } from './textTable.ts';

afterEach(() => useLanguage(ENGLISH));

test('a table of UI texts uses the current language, even if the language is set after the table is created', () => {
  const table = textTable({ offline: () => t`Offline` });
  expect(table).toEqual({ offline: 'Offline' });
  useLanguage({ tag: 'fr', texts: { [messageOf('Offline').id]: 'Hors ligne' } });
  expect(table.offline).toBe('Hors ligne');
});
