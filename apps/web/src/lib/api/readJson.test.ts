import { describe, expect, test } from 'vitest';
import { readJson } from './readJson.ts';

/** Formats rows the way that the server formats lists. */
const lines = (rows: readonly unknown[]) =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
const rows = Array.from({ length: 20_000 }, (_, n) => ({
  id: `n${n}`,
  name: `Pole ${n},\n"]`,
  voltage: n % 7 === 0 ? null : n / 10,
}));

describe('parsing a JSON response', () => {
  test.each([
    ['a long list', rows],
    ['a short list', rows.slice(0, 3)],
    ['one row', [{ text: 'x'.repeat(200_000) }]],
    ['no rows', []],
    ['words in many languages', rows.map(({ id }) => `${id} Ångström 旗 🏳`)],
    ['lists of lists', rows.map(({ id }) => [[id], []])],
  ])('gives the same result if the response is parsed in parts: %s', async (_name, list) => {
    expect(await readJson(new Response(lines(list)))).toEqual(list);
    expect(await readJson(new Response(JSON.stringify(list)))).toEqual(list);
    expect(await readJson(new Response(JSON.stringify(list, null, 2)))).toEqual(list);
  });

  test('lets other tasks run between the parts of a long list', async () => {
    let [turns, isRead] = [0, false];
    const turn = () => {
      if (isRead) return;
      turns++;
      setTimeout(turn);
    };
    const read = readJson(new Response(lines(Array.from({ length: 10 }, () => rows).flat())));
    turn();
    await read;
    isRead = true;
    expect(turns).toBeGreaterThan(3);
  });

  test.each([
    '[\n{"id":1},\n{"id":\n]',
    '[\n1,\n]',
    '[\n1\n2\n]',
    '[\n1\n],\n',
    '[\n1',
    '{"id":',
    '',
  ])('fails if the JSON is invalid: %j', async (text) => {
    await expect(readJson(new Response(text))).rejects.toThrow(SyntaxError);
  });

  test('happens in a single step if the response is short', async () => {
    const headers = { 'content-length': '2' };
    expect(await readJson(new Response('{}', { headers }))).toEqual({});
  });
});
