import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../testing/ask.ts';
import { type Running, start } from '../testing/start.ts';

/** Keys in order: integers by value, then everything else by UTF-16 unit (protocol §7). */
const KEYS = ['-7', '0', '5', '05', '10', '2147483647', '-', '2147483648', 'A', 'Z', 'a', 'b', 'é'];
const ordered = (value: string) => `{${KEYS.map((key) => `${JSON.stringify(key)}:${value}`)}}`;

describe('serialization of the same data (protocol §7, §15)', () => {
  let server: Running;
  beforeAll(async () => {
    server = await start();
    const mixed = [...KEYS].reverse();
    for (const key of mixed.filter((_, i) => i % 2 === 0)) await put(`/a/${key}`, '{"y":2,"x":1}');
    for (const key of mixed.filter((_, i) => i % 2 === 1)) await put(`/a/${key}`, '{"x":1,"y":2}');
    // A child that is removed and written again would otherwise come last.
    await put('/a/-7', 'null');
    await put('/a/-7', '{"y":2,"x":1}');
  });
  afterAll(() => server.stop());

  const put = (path: string, body: string) =>
    ask(server, `${encodeURI(path)}.json`, 'PUT', {}, body);

  test.each([
    ['a read', '/a.json', ordered('{"x":1,"y":2}')],
    ['an export', '/a.json?format=export', ordered('{"x":1,"y":2}')],
    ['a shallow read', '/a.json?shallow=true', ordered('true')],
    ['a filtered read', '/a.json?orderBy="$key"&limitToLast=100', ordered('{"x":1,"y":2}')],
    [
      'an indented read',
      '/a.json?shallow=true&print=pretty',
      `${ordered('true').replaceAll(':', ': ').replaceAll(',', ',\n  ').replace('{', '{\n  ').replace('}', '\n}')}\n`,
    ],
  ])('is identical in %s', async (_, path, answer) => {
    expect(await ask(server, path)).toBe(answer);
  });

  test('is identical in the responses to PUT and PATCH', async () => {
    const body = `{${[...KEYS].reverse().map((key) => `${JSON.stringify(key)}:1`)}}`;
    expect(await ask(server, '/b.json', 'PUT', {}, body)).toBe(ordered('1'));
    expect(await ask(server, '/b.json', 'PATCH', {}, body)).toBe(ordered('1'));
  });

  test('is identical after every kind of write', async () => {
    await ask(server, '/c.json', 'PUT', {}, '{"b":1,"a":2}');
    expect(await ask(server, '/c.json')).toBe('{"a":2,"b":1}');
    await ask(server, '/c/a.json', 'DELETE');
    await ask(server, '/c/a.json', 'PUT', {}, '2');
    expect(await ask(server, '/c.json')).toBe('{"a":2,"b":1}');
  });
});
