import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, test } from 'vitest';
import type { CatalogMessage, Folder } from './catalog.ts';
import { inLanguage, languageOf } from './language.ts';

const message = (text: string, translation: string): CatalogMessage => ({
  text,
  context: '',
  translation,
});
const CATALOGS: Record<Folder, CatalogMessage[]> = {
  'apps/web': [message('Save', 'Enregistrer'), message('Cancel', '')],
  'apps/server': [message('Flag {name} not found', 'Drapeau {name} introuvable')],
  'packages/domain': [message('Email is required', 'L’e-mail est obligatoire')],
};
const french = languageOf('fr', (folder) => CATALOGS[folder]);
const id = generateMessageId;

test('a console build translates the messages of the console and of its packages', () => {
  expect(french.translate(id('Save'))).toBe('Enregistrer');
  expect(french.translate(id('Email is required'))).toBe('L’e-mail est obligatoire');
});

test('a console build keeps a message in English if it has no translation', () => {
  expect(french.translate(id('Cancel'))).toBeUndefined();
});

test("a build for a language includes the server's messages", () => {
  expect(french.serverTexts).toEqual({
    [id('Flag {name} not found')]: 'Drapeau {name} introuvable',
    [id('Email is required')]: 'L’e-mail est obligatoire',
  });
});

test("a console build sets the page's language to the language that it was built for", () => {
  const { transformIndexHtml } = inLanguage(french);
  const transform = transformIndexHtml as (html: string) => string;
  expect(transform('<html lang="en"><p>')).toBe('<html lang="fr"><p>');
});

test('a console build fails for a language without a catalog', () => {
  expect(() => languageOf('xx')).toThrow('xx.po');
});
