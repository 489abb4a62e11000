import { expect, test } from 'vitest';
import { unmarkedTexts } from './unmarkedTexts.ts';

test('finds texts between tags and in attributes that are read out or shown', () => {
  const code = `
    const a = <p title="Shown" className="hidden">Hello <b>there</b> {n} {"in braces"} {'·'}</p>;
    const b = <Trans>Hello <b title="Inner">there</b></Trans>;
    const c = <Field label={isOpen ? 'Open' : t\`Closed\`} name="x" />;`;
  expect(unmarkedTexts(code).map(({ text }) => text)).toEqual([
    'Shown',
    'Hello',
    'there',
    'in braces',
    'Inner',
    'Open',
  ]);
});
