import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { repeatedTexts, sentencesIn } from './repeatedTexts.mjs';

const textsOf = (code) => sentencesIn(code, parseAst(code, { lang: 'ts' }).body);

test('finds all texts of errors', () => {
  expect(textsOf('const f = () => { throw notFound(msg`Flag not found`); };')).toEqual([
    'Flag not found',
  ]);
  expect(textsOf('const e = new AppError("invalid", msg`Nothing to change`);')).toEqual([
    'Nothing to change',
  ]);
});

test('finds sentences and error messages of fields, and no labels', () => {
  expect(textsOf('const a = [t`Company`, t`Company is required`, t`Choose a company.`];')).toEqual([
    'Company is required',
    'Choose a company.',
  ]);
});

test('reports a text that is written twice, with its places', () => {
  const texts = [
    { text: 'Flag not found', file: 'a.ts' },
    { text: 'Move not found', file: 'a.ts' },
    { text: 'Flag not found', file: 'b.ts' },
  ];
  expect(repeatedTexts(texts)).toEqual(['“Flag not found” is written in a.ts, b.ts']);
  expect(repeatedTexts(texts.slice(1))).toEqual([]);
});
