import { get, increment, ref, set } from '@firebase/database';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact } from './exactJson.ts';
import { parseRules } from './rules/index.ts';
import { ask } from './testing/ask.ts';
import { benchOfEachTest } from './testing/bench.ts';
import { http } from './testing/raw.ts';

const bench = benchOfEachTest();

/**
 * Integers that a JavaScript number cannot represent exactly. Firebase's SDKs for other languages
 * can send them.
 */
const INEXACT = [
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '1152921504606846976', // 2^60 is a double, but would come back as 1152921504606847000.
  '123456789012345678901234567890',
  // Integers in other notations.
  '9007199254740993.0',
  '-9007199254740993.000',
  '9.007199254740993e15',
  '9.007199254740993E15',
  '90071992547409930e-1',
  '10000000000000001.0',
  '1.0000000000000001e16',
  '0.9223372036854775807e19',
];
const message = (digits: string): string =>
  `The integer ${digits} is too large to be kept exactly; send it as a string`;

describe('an integer that a double cannot represent exactly', () => {
  test.each(INEXACT)('is rejected over REST: %s', async (digits) => {
    const bodies = [digits, `{"a":[1,{"b":${digits}}]}`, `{".value":1,".priority":${digits}}`];
    for (const body of bodies) {
      for (const method of ['PUT', 'POST', 'PATCH']) {
        const sent = method === 'PATCH' ? `{"x":${body}}` : body;
        expect(await ask(bench.server, '/a.json', method, {}, sent)).toBe(`400 ${message(digits)}`);
      }
    }
    const increased = `{".sv":{"increment":${digits}}}`;
    expect(await ask(bench.server, '/a.json', 'PUT', {}, increased)).toBe(`400 ${message(digits)}`);
    const filter = `orderBy="$priority"&equalTo=${digits}`;
    expect(await ask(bench.server, `/a.json?${filter}`)).toBe(`400 ${message(digits)}`);
    const auth = `auth=owner&auth_variable_override={"uid":"x","n":${digits}}`;
    expect(await ask(bench.server, `/a.json?${auth}`)).toBe(`400 ${message(digits)}`);
    expect(await bench.realtime.admin.get('')).toBeNull();
  });

  test.each(INEXACT)(
    'is rejected over a WebSocket, and the connection still handles other requests: %s',
    async (digits) => {
      const raw = await bench.raw();
      const refused = { s: 'invalid_data', d: message(digits) };
      const requests = [
        `"p","b":{"p":"/a","d":{"b":${digits}}}`,
        `"m","b":{"p":"/a","d":{"b/c":${digits}}}`,
        `"o","b":{"p":"/a","d":${digits}}`,
        `"g","b":{"p":"/a","q":{"i":".value","sp":${digits}}}`,
      ];
      for (const [i, request] of requests.entries()) {
        raw.ws.send(`{"t":"d","d":{"r":${100 + i},"a":${request}}}`);
        expect(await raw.answer(100 + i)).toEqual(refused);
      }
      expect(await raw.ask('p', { p: '/a', d: 1 })).toMatchObject({ s: 'ok' });
      raw.close();
      await expect.poll(() => bench.realtime.stats().connections).toBe(0);
      expect(await bench.realtime.admin.get('')).toEqual({ a: 1 });
    },
  );

  test.each([...INEXACT, '0x20000000000001'])(
    'is rejected in rules, and the error gives its position in the file: %s',
    (digits) => {
      const rules = `{"rules":{\n".read":"data.val() == ${digits}"}}`;
      expect(() => parseRules(rules)).toThrow(/line 2, column \d+.*too large to be kept exactly/);
    },
  );
});

describe('a number that the server accepts', () => {
  test.each([
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '1152921504606847000',
    '100000000000000000000',
    '"9223372036854775807"',
    '{"9223372036854775807":"\\"9223372036854775807"}',
    '0.1234567890123456',
    '1e+300',
  ])('is stored unchanged: %s', async (body) => {
    expect(await ask(bench.server, '/a.json', 'PUT', {}, body)).toBe(body);
    expect((await http(bench.server.port, 'GET', '/a.json')).body).toBe(body);
  });

  test.each([
    ['9007199254740992.0', '9007199254740992'],
    ['1.152921504606847e18', '1152921504606847000'],
    ['0.00000000000000000e99', '0'],
    ['1000000000000000000000e-5', '10000000000000000'],
    // A number with a fraction, or beyond 64 bits, is a double in Firebase as well.
    ['9007199254740993.5', '9007199254740994'],
    ['0.12345678901234567890', '0.12345678901234568'],
    ['9.9999999999999992e22', '1e+23'],
  ])('is stored in its shortest form: %s as %s', async (body, kept) => {
    expect(await ask(bench.server, '/a.json', 'PUT', {}, body)).toBe(kept);
    expect((await http(bench.server.port, 'GET', '/a.json')).body).toBe(kept);
  });

  test('stays unchanged if the SDK sends it', async () => {
    const [writer, reader] = [bench.client(), bench.client()];
    for (const value of [2 ** 53, 2 ** 60, -(2 ** 63), 1e20, 1e21, Number.MAX_VALUE, 5e-324]) {
      await set(ref(writer.db, 'a'), { value });
      expect((await get(ref(reader.db, 'a/value'))).val()).toBe(value);
    }
  });

  test('is parsed to the same value as by JSON.parse, in any JSON text', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(number).map((n) => JSON.stringify(n)),
        ),
        (text) => {
          expect(parseExact(text)).toEqual(JSON.parse(text));
        },
      ),
    );
  });
});

describe('a result that a double cannot represent exactly', () => {
  test('makes an increment fail, and the old value stays', async () => {
    const { db } = bench.client();
    await set(ref(db, 'n'), 2 ** 53 - 1);
    await expect(set(ref(db, 'n'), increment(2))).rejects.toThrow(/too large to be kept exactly/);
    await set(ref(db, 'n'), increment(1));
    await expect(set(ref(db, 'n'), increment(1))).rejects.toThrow(/INVALID_DATA/);
    await expect(set(ref(db, 'n'), increment(-(2 ** 53) - 2 ** 60))).rejects.toThrow(
      /INVALID_DATA/,
    );
    expect(await bench.realtime.admin.get('n')).toBe(2 ** 53);
    await set(ref(db, 'n'), increment(0.5));
    expect(await bench.realtime.admin.get('n')).toBe(2 ** 53);
    await set(ref(db, 'big'), 1e300);
    await set(ref(db, 'big'), increment(1));
    expect(await bench.realtime.admin.get('big'), 'doubles at Firebase, too').toBe(1e300);
  });

  test('makes a rule evaluate to false', async () => {
    await bench.realtime.admin.set('n', 2 ** 53);
    const rule = 'newData.val() == data.val() + 1 || newData.val() - 1 == data.val()';
    bench.realtime.setRules(parseRules({ rules: { n: { '.write': rule } } }));
    expect(await ask(bench.server, '/n.json', 'PUT', {}, '9007199254740992')).toBe(
      '401 Permission denied',
    );
    await bench.realtime.admin.set('n', 2 ** 53 - 2);
    expect(await ask(bench.server, '/n.json', 'PUT', {}, '9007199254740991')).toBe(
      '9007199254740991',
    );
  });
});
