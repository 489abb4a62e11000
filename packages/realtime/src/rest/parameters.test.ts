import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRules } from '../rules/index.ts';
import { ask } from '../testing/ask.ts';
import { FaultyStore } from '../testing/faultyStore.ts';
import { http } from '../testing/raw.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

const RULES = {
  rules: {
    open: {
      '.read': true,
      '.write': true,
      dinosaurs: { '.indexOn': ['height', 'size/length'] },
      scores: { '.indexOn': '.value' },
    },
    mine: { '.read': "auth.uid == 'me'", '.write': "auth.uid == 'me'" },
  },
};

const DATA = {
  open: {
    dinosaurs: {
      lambeosaurus: { height: 2.1, size: { length: 12.5 } },
      stegosaurus: { height: 4, size: { length: 9 } },
      bruhathkayosaurus: { height: 25, size: { length: 44 } },
      unknown: { name: 'x' },
    },
    scores: { a: 55, b: 81, c: 80, d: 93 },
    ranked: {
      x: { '.value': 1, '.priority': 3 },
      y: { '.value': 2, '.priority': 'p' },
      z: 3,
    },
    list: ['p', 'q', 'r'],
    text: 'hello',
  },
};

describe('REST reads (protocol §15)', () => {
  let server: Running;
  beforeAll(async () => {
    server = await start({ rules: parseRules(RULES) });
    await server.realtime.admin.set('/', DATA);
  });
  afterAll(() => server.stop());

  const keys = async (path: string): Promise<string> => {
    const answer = await ask(server, path);
    return answer.startsWith('{') ? Object.keys(JSON.parse(answer) as object).join(' ') : answer;
  };
  const dinosaurs = (query: string) => keys(`/open/dinosaurs.json?${query}`);

  test.each([
    ['orderBy="$key"', 'bruhathkayosaurus lambeosaurus stegosaurus unknown'],
    ['orderBy="$key"&startAt="c"', 'lambeosaurus stegosaurus unknown'],
    ['orderBy="$key"&startAfter="lambeosaurus"', 'stegosaurus unknown'],
    ['orderBy="$key"&endAt="lambeosaurus"', 'bruhathkayosaurus lambeosaurus'],
    ['orderBy="$key"&endBefore="lambeosaurus"', 'bruhathkayosaurus'],
    ['orderBy="$key"&equalTo="unknown"', 'unknown'],
    ['orderBy="$key"&limitToFirst=1', 'bruhathkayosaurus'],
    ['orderBy="height"', 'bruhathkayosaurus lambeosaurus stegosaurus unknown'],
    ['orderBy="height"&startAt=3', 'bruhathkayosaurus stegosaurus'],
    ['orderBy="height"&startAfter=4', 'bruhathkayosaurus'],
    ['orderBy="height"&endAt=4', 'lambeosaurus stegosaurus unknown'],
    ['orderBy="height"&endBefore=4', 'lambeosaurus unknown'],
    ['orderBy="height"&startAt=2&endAt=4', 'lambeosaurus stegosaurus'],
    ['orderBy="height"&equalTo=4', 'stegosaurus'],
    ['orderBy="height"&equalTo=null', 'unknown'],
    ['orderBy="height"&equalTo=4,"stegosaurus"', 'stegosaurus'],
    ['orderBy="height"&equalTo=4,"other"', ''],
    ['orderBy="height"&equalTo=4&limitToLast=3', 'stegosaurus'],
    ['orderBy="height"&limitToLast=1', 'bruhathkayosaurus'],
    ['orderBy="height"&startAt=0&limitToFirst=1', 'lambeosaurus'],
    ['orderBy="size/length"&endAt=10', 'stegosaurus unknown'],
    ['orderBy=%22size%2Flength%22&startAt=40', 'bruhathkayosaurus'],
    ['orderBy="$priority"&limitToFirst=1', 'bruhathkayosaurus'],
  ])('with %s return %s', async (query, shown) => {
    expect(await dinosaurs(query)).toBe(shown);
  });

  test('can filter by value and by priority', async () => {
    expect(await keys('/open/scores.json?orderBy="$value"&limitToLast=2')).toBe('b d');
    expect(await keys('/open/ranked.json?orderBy="$priority"&startAt=1')).toBe('x y');
    expect(await keys('/open/ranked.json?orderBy="$priority"&equalTo="p"')).toBe('y');
    expect(await keys('/open/ranked.json?orderBy="$priority"&equalTo=null')).toBe('z');
  });

  test('return an object if they are filtered, even if the keys are array indexes', async () => {
    expect(await ask(server, '/open/list.json')).toBe('["p","q","r"]');
    expect(await ask(server, '/open/list.json?orderBy="$key"&limitToFirst=2')).toBe(
      '{"0":"p","1":"q"}',
    );
    expect(await ask(server, '/open/list.json?orderBy="$key"')).toBe('{"0":"p","1":"q","2":"r"}');
    expect(await ask(server, '/open/none.json?orderBy="$key"')).toBe('{}');
    expect(await ask(server, '/open/text.json?orderBy="$key"&limitToFirst=1')).toBe('{}');
  });

  test.each([
    ['limitToFirst=1', 'orderBy must be defined when other query parameters are defined'],
    ['equalTo=1', 'orderBy must be defined when other query parameters are defined'],
    ['endBefore=1', 'orderBy must be defined when other query parameters are defined'],
    ['orderBy=height', 'orderBy must be a valid JSON encoded path'],
    ['orderBy=5', 'orderBy must be a valid JSON encoded path'],
    ['orderBy=', 'orderBy must be a valid JSON encoded path'],
    [
      'orderBy="$key"&limitToFirst=1&limitToLast=1',
      'Only one of limitToFirst and limitToLast may be specified',
    ],
    [
      'orderBy="$key"&startAt="a"&startAfter="a"',
      'Only one of startAt and startAfter may be specified',
    ],
    ['orderBy="$key"&endAt="a"&endBefore="a"', 'Only one of endAt and endBefore may be specified'],
    [
      'orderBy="$key"&equalTo="a"&endAt="b"',
      'equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore',
    ],
    ['orderBy="$key"&startAt=5', 'Provided key index type is invalid, must be string'],
    ['orderBy="height"&startAt={"a":1}', 'Constraint index field must be a JSON primitive'],
    ['orderBy="height"&startAt=[1]', 'Constraint index field must be a JSON primitive'],
    ['orderBy="height"&startAt=', 'startAt must be a JSON primitive'],
    ['orderBy="height"&startAt=abc', 'startAt must be a JSON primitive'],
    ['orderBy="height"&startAt=1,"a","b"', 'startAt must be a JSON primitive'],
    ['orderBy="height"&startAt=1],[2', 'startAt must be a JSON primitive'],
    ['orderBy="height"&startAt=1,2', 'Invalid query: keys are strings'],
    ['orderBy="height"&startAt=1e999', 'Invalid query: bounds must be primitive'],
    ['orderBy="$key"&limitToFirst=0', 'limitToFirst must be positive'],
    ['orderBy="$key"&limitToLast=-1', 'limitToLast must be positive'],
    ['orderBy="$key"&limitToFirst=1.5', 'limitToFirst must be an integer'],
    ['orderBy="$key"&limitToFirst="1"', 'limitToFirst must be an integer'],
    ['orderBy="$key"&limitToFirst=', 'limitToFirst must be an integer'],
    ['orderBy="$key"&limitToFirst=1e99', 'Invalid query: a limit must be a positive integer'],
    [
      'orderBy="name"',
      'Index not defined, add ".indexOn": "name", for path "/open/dinosaurs", to the rules',
    ],
    [
      'orderBy="$value"&limitToFirst=1',
      'Index not defined, add ".indexOn": ".value", for path "/open/dinosaurs", to the rules',
    ],
    [
      'orderBy="a.b"',
      'Invalid path: Keys must not contain ".", "#", "$", "/", "[", "]" or control characters',
    ],
    ...[
      'orderBy="$key"',
      'orderBy="height"&limitToFirst=1',
      'startAt="a"',
      'limitToLast=1&endAt=1',
    ].map((more) => [
      `shallow=true&${more}`,
      "Mixing 'shallow' and querying parameters is not supported",
    ]),
    ['shallow=true&limitToFirst=0', 'limitToFirst must be positive'],
    [
      'shallow=true&limitToFirst=1&limitToLast=1',
      'Only one of limitToFirst and limitToLast may be specified',
    ],
    ['shallow=true&format=export', "Mixing 'shallow' and 'format' is not supported"],
    ['shallow=yes', 'shallow must be true or false'],
    ['format=xml', 'format must be export'],
    ['print=ugly', 'print must be pretty or silent'],
    ['writeSizeLimit=huge', 'writeSizeLimit must be one of tiny, small, medium, large, unlimited'],
    ['timeout=0s', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['timeout=16min', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['timeout=5', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['timeout=-1s', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['timeout=1h', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['timeout=9999999999ms', 'timeout must be like 10ms, 3s or 2min, and 15min at most'],
    ['orderBy=%zz', 'Invalid query: Bad percent encoding'],
    ['auth=%ff', 'Invalid query: Bad percent encoding'],
  ])('with %s are rejected with %s', async (query, message) => {
    expect(await dinosaurs(query)).toBe(`400 ${message}`);
  });

  test('report a missing index only to clients that may read the path', async () => {
    const path = '/mine.json?orderBy="name"';
    expect(await ask(server, path)).toBe('401 Permission denied');
    expect(await ask(server, `${path}&auth=me`)).toMatch(/^400 Index not defined/);
  });

  test.each([
    ['/open/text.json?shallow=true', '"hello"'],
    ['/open/none.json?shallow=true', 'null'],
    ['/open/list.json?shallow=true', '{"0":true,"1":true,"2":true}'],
    ['/open/scores.json?shallow=true&print=pretty', /^\{\n {2}"a": true,\n/],
    // firebase-tools lists a node in this way: keys page by page, with `startAfter` without quotes.
    ['/open/scores.json?shallow=true&limitToFirst=2', '{"a":true,"b":true}'],
    ['/open/scores.json?shallow=true&limitToFirst=2&startAfter=b', '{"c":true,"d":true}'],
    ['/open/scores.json?shallow=true&limitToFirst=2&startAfter="c"', '{"d":true}'],
    ['/open/list.json?shallow=true&limitToFirst=9&startAfter=0', '{"1":true,"2":true}'],
    ['/open/scores.json?shallow=true&limitToLast=1&orderBy="$key"', '{"d":true}'],
    ['/open/scores.json?shallow=true&limitToFirst=1&timeout=3000ms', '{"a":true}'],
    ['/open/none.json?shallow=true&limitToFirst=1', '{}'],
    ['/open/scores.json?shallow=false', '{"a":55,"b":81,"c":80,"d":93}'],
    ['/open/list.json?format=export', '{"0":"p","1":"q","2":"r"}'],
    ['/open/ranked/x.json?format=export', '{".value":1,".priority":3}'],
    ['/open/ranked.json?format=export&orderBy="$key"&limitToLast=1', '{"z":3}'],
    ['/open/ranked/x.json', '1'],
    ['/open/text.json?print=silent', '204 '],
    ['/open/text.json?print=pretty', '"hello"\n'],
    ['/open/text.json?callback=alert&ns=any&timeout=3s&writeSizeLimit=tiny', '"hello"'],
    ['/open/text.json?unknown=1', '"hello"'],
    ['//open///text.json', '"hello"'],
    ['/open/text/.json', '"hello"'],
    ['/%6fpen/te%78t.json', '"hello"'],
    ['/open/text', '404 append .json to your request URI to use the REST API'],
    ['/open/text.json/', '404 append .json to your request URI to use the REST API'],
  ])('return the specified response to GET %s', async (path, answer) => {
    if (path.endsWith('.json') || path.includes('.json?')) {
      const got = await ask(server, path);
      if (typeof answer === 'string') expect(got).toBe(answer);
      else expect(got).toMatch(answer);
    } else {
      expect(await http(server.port, 'GET', path)).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['dinos.json', `attachment; filename="dinos.json"; filename*=UTF-8''dinos.json`],
    ['', 'attachment'],
    ['a b"c', `attachment; filename="a b_c"; filename*=UTF-8''a%20b%22c`],
    ['a\r\nX-Evil: 1', `attachment; filename="a__X-Evil: 1"; filename*=UTF-8''a__X-Evil%3A%201`],
    [
      '../../etc/passwd',
      `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`,
    ],
    ["é'(*)", `attachment; filename="_'(*)"; filename*=UTF-8''%C3%A9%27%28%2a%29`],
  ])('name the downloaded file safely with download=%j', async (name, header) => {
    const path = `/open/text.json?download=${encodeURIComponent(name)}`;
    const answer = await http(server.port, 'GET', path);
    expect(answer.headers['content-disposition']).toBe(header);
    expect(answer.headers['x-evil']).toBeUndefined();
    expect(answer.body).toBe('"hello"');
    const refused = await http(server.port, 'GET', path.replace('open/', 'mine/'));
    expect([refused.status, refused.headers['content-disposition']]).toEqual([401, undefined]);
  });

  test('with HEAD get the same response as with GET but without a body, and never open a stream', async () => {
    const headers = { 'X-Firebase-ETag': 'true', Accept: 'text/event-stream' };
    const head = await http(server.port, 'HEAD', '/open/text.json', { headers });
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '7']);
    expect(head.headers.etag).toBeTruthy();
    expect((await http(server.port, 'HEAD', '/mine.json')).status).toBe(401);
  });
});

test('a read that exceeds its timeout is rejected without affecting other pending reads (protocol §15)', async () => {
  const store = new FaultyStore();
  const server = await start({ store });
  store.hold();
  const write = http(server.port, 'PUT', '/a.json', { body: '1' });
  await until(() => server.realtime.stats().writes === 1);
  const patient = ask(server, '/a.json?timeout=15min');
  expect(await ask(server, '/a.json?timeout=20ms')).toBe(
    '400 The read took longer than its timeout',
  );
  store.release();
  expect([(await write).body, await patient]).toEqual(['1', '1']);
  await server.stop();
});
