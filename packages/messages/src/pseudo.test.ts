import { afterEach, expect, test } from 'vitest';
import { ENGLISH, useLanguage } from './language.ts';
import { msg, plural, t } from './macros.ts';
import { PSEUDO, pseudoText } from './pseudo.ts';

afterEach(() => useLanguage(ENGLISH));

test('the pseudo language accents the letters of a message, but does not change its placeholders, ICU keywords or ICU quotation marks', () => {
  expect(pseudoText("Flag {name}'s '{id}'")).toBe("[Ƒļáĝ {name}'š '{íð}']");
  expect(pseudoText('Lower {count, plural, =0 {none} one {# pole} other {# poles}}')).toBe(
    '[Ļóŵéŕ {count, plural, =0 {ñóñé} one {# þóļé} other {# þóļéš}}]',
  );
});

test('text in the pseudo language contains the placeholder values, even if a value is another message', () => {
  useLanguage(PSEUDO);
  const count = 1940;
  expect(t`Flag ${{ name: 'Main' }} not found`).toBe('[Ƒļáĝ Main ñóţ ƒóúñð]');
  expect(t`${plural({ count }, { one: '# pole', other: '# poles' })} offline`).toBe(
    '[1,940 þóļéš óƒƒļíñé]',
  );
  expect(t`Line ${{ line: 3 }}: ${{ problem: msg`Flag <b> not found` }}`).toBe(
    '[Ļíñé 3: [Ƒļáĝ <ƀ> ñóţ ƒóúñð]]',
  );
});
