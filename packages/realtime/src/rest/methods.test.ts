import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseRules } from '../rules/index.ts';
import { ask } from '../testing/ask.ts';
import { http } from '../testing/raw.ts';
import { type Running, start } from '../testing/start.ts';

const MINE = parseRules({ rules: { mine: { '.read': "auth.uid == 'me'" } } });

describe('the user of a REST request (protocol §15)', () => {
  let server: Running;
  beforeAll(async () => {
    server = await start({ rules: MINE });
    await server.realtime.admin.set('mine', 1);
  });
  afterAll(() => server.stop());

  const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

  test.each<[string, Record<string, string>, string]>([
    ['?auth=me', {}, '1'],
    ['?access_token=me', {}, '1'],
    ['', bearer('me'), '1'],
    ['', { Authorization: 'bearer me' }, '1'],
    ['', { Authorization: 'Basic bWU6eA==' }, '401 Permission denied'],
    ['?auth=me&access_token=other', bearer('other'), '1'],
    ['?auth=other&access_token=me', bearer('me'), '401 Permission denied'],
    ['?access_token=me', bearer('other'), '1'],
    ['?auth=&access_token=me', {}, '1'],
    ['?auth=bad', bearer('me'), '401 Invalid token'],
    ['?auth=expired', {}, '401 Auth token is expired'],
    ['', { Cookie: '__session=me' }, '401 Permission denied'],
    ['?auth=owner', {}, '1'],
    ['?auth=owner&auth_variable_override={"uid":"me"}', {}, '1'],
    ['?auth=owner&auth_variable_override={"uid":"other"}', {}, '401 Permission denied'],
    ['?auth=owner&auth_variable_override=null', {}, '401 Permission denied'],
    ['?auth=other&auth_variable_override={"uid":"me"}', {}, '401 Permission denied'],
    ['?auth_variable_override={"uid":"me"}', {}, '401 Permission denied'],
    [
      '?auth=owner&auth_variable_override=me',
      {},
      '400 auth_variable_override must be a JSON object or null',
    ],
  ])(
    'is identified by the query "%s" and the headers %j, and gets the response %s',
    async (query, headers, answer) => {
      expect(await ask(server, `/mine.json${query}`, 'GET', headers)).toBe(answer);
    },
  );

  test.each([
    ['{"uid":"me","role":"editor","of":{"team":7}}', '1'],
    ['{"role":"editor","of":{"team":7}}', '1'],
    ['{"role":"editor","of":{"team":8}}', '401 Permission denied'],
    ['{"token":{"role":"editor","of":{"team":7}}}', '401 Permission denied'],
  ])('has all fields of the auth_variable_override %s', async (override, answer) => {
    const rules = {
      mine: { '.read': "auth.role == 'editor' && auth.of.team == 7 && auth.token == null" },
    };
    server.realtime.setRules(parseRules({ rules }));
    const path = `/mine.json?auth=owner&auth_variable_override=${encodeURIComponent(override)}`;
    expect(await ask(server, path)).toBe(answer);
    server.realtime.setRules(MINE);
  });

  test('cannot be identified if the credential check fails, so the response is 503', async () => {
    const broken = await start({
      authenticate: {
        credential: async () => {
          throw new Error('the session store is gone');
        },
      },
    });
    expect(await ask(broken, '/a.json?auth=x')).toBe(
      '503 The credential cannot be checked at the moment',
    );
    await broken.stop();
  });
});

describe('REST methods (protocol §15)', () => {
  let server: Running;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  afterEach(() => server.realtime.admin.remove('/'));

  test.each([
    ['POST', '/a.json?x-http-method-override=DELETE', {}, 'null'],
    ['POST', '/a.json', { 'X-HTTP-Method-Override': ' get ' }, '1'],
    ['POST', '/a.json?x-http-method-override=GET', { 'X-HTTP-Method-Override': 'PUT' }, '2'],
    ['PUT', '/a.json', { 'X-HTTP-Method-Override': 'DELETE' }, '2'],
    ['POST', '/a.json', { 'X-HTTP-Method-Override': 'TRACE' }, '405 Method not allowed'],
    ['PROPFIND', '/a.json', {}, '405 Method not allowed'],
  ] as const)(
    'respond to %s %s and the headers %j with %s',
    async (method, path, headers, answer) => {
      await server.realtime.admin.set('a', 1);
      expect(await ask(server, path, method, headers, '2')).toBe(answer);
    },
  );

  test('are listed in the 405 response to a method that is not supported', async () => {
    const answer = await http(server.port, 'PROPFIND', '/a.json');
    expect(answer.headers.allow).toBe('GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS');
  });

  test.each([
    ['PUT', undefined, '400 Error: No data supplied.'],
    ['POST', undefined, '400 Error: No data supplied.'],
    ['PATCH', undefined, '400 Error: No data supplied.'],
    ['PUT', '{"a":', "400 Invalid data; couldn't parse JSON object, array, or value."],
    ['PUT', 'undefined', "400 Invalid data; couldn't parse JSON object, array, or value."],
    ...['1', '"x"', '[1]', 'null', 'true'].map((body) => [
      'PATCH',
      body,
      "400 Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?",
    ]),
    ['PATCH', '{}', '{}'],
    ['PATCH', '{"b":{"c":1}}', '{"b":{"c":1}}'],
    ['PATCH', '{"b/c":1,"b/d":null}', '{"b/c":1,"b/d":null}'],
    ['PATCH', '{"/b/c/":1}', '{"/b/c/":1}'],
    ['PATCH', '{"b":1,"b/c":2}', '400 An update must not write below one of its own paths'],
    ['PATCH', '{"..":1}', /^400 Invalid path: /],
    ['PUT', '{"a":{".sv":"timestamp"}}', /^\{"a":\d{13}\}$/],
    ['PUT', '{".sv":{"increment":2}}', '2'],
    ['PUT', '{".sv":"other"}', '400 Invalid server value'],
    ...['{".sv":"timestamp","a":1}', '{".value":{".sv":"timestamp","a":1}}'].map((body) => [
      'PUT',
      body,
      '400 Invalid data: only ".priority" can stand beside ".sv"',
    ]),
    ['PUT', '{".value":1,"a":2}', '400 Invalid data: only ".priority" can stand beside ".value"'],
    ['PUT', '{"a":1,".priority":{".sv":"timestamp","b":1}}', /^400 Invalid data: only/],
    ['PUT', '{".sv":{"increment":1,"a":1}}', '400 Invalid server value'],
    ['PUT', '{"0":"a","1":"b"}', '["a","b"]'],
    ['PUT', '[null,null,"c"]', '{"2":"c"}'],
    ['PUT', '{".value":1,".priority":2}', '1'],
    ['PUT', '{}', 'null'],
    ['PUT', ' 5 ', '5'],
    ['POST', 'null', /^\{"name":"-[-\w]{19}"\}$/],
  ] as [string, string | undefined, string | RegExp][])(
    'respond to %s of %s with %s',
    async (method, body, answer) => {
      const got = await ask(server, '/w.json', method, {}, body);
      if (typeof answer === 'string') expect(got).toBe(answer);
      else expect(got).toMatch(answer);
    },
  );

  test('send no response body if print=silent is set, and ignore the download parameter for writes', async () => {
    expect(await ask(server, '/a.json?print=silent', 'PATCH', {}, '{"b":1}')).toBe('204 ');
    expect(await ask(server, '/a.json?print=silent&download=x', 'POST', {}, '2')).toBe('204 ');
    const put = await http(server.port, 'PUT', '/c.json?download=x', { body: '1' });
    expect(put.headers['content-disposition']).toBeUndefined();
    const stored = Object.values((await server.realtime.admin.get('a')) as object);
    expect(stored.sort()).toEqual([1, 2]);
    expect(await ask(server, '/a.json?print=silent', 'DELETE')).toBe('204 ');
    expect(await server.realtime.admin.get('a')).toBeNull();
  });

  test('with POST, create push IDs that sort in the order of the requests', async () => {
    const names: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { name } = JSON.parse(await ask(server, '/l.json', 'POST', {}, `${i}`)) as {
        name: string;
      };
      names.push(name);
    }
    expect([...names].sort()).toEqual(names);
    expect(Object.values(JSON.parse(await ask(server, '/l.json')) as object)).toEqual(
      names.map((_, i) => i),
    );
  });
});

describe('conditional REST requests (protocol §15)', () => {
  let server: Running;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const call = (method: string, headers: Record<string, string>, body?: string, query = '') =>
    http(server.port, method, `/e.json${query}`, { headers, ...(body && { body }) });
  const etag = async () => String((await call('GET', { 'X-Firebase-ETag': 'true' })).headers.etag);

  test("can ask for the data's ETag, and get it for reads and writes", async () => {
    await call('PUT', {}, '{"a":1}');
    expect((await call('GET', {})).headers.etag).toBeUndefined();
    const first = await etag();
    const put = await call('PUT', { 'X-Firebase-ETag': 'true' }, '{"a":2}');
    expect(put.headers.etag).toBe(await etag());
    expect(put.headers.etag).not.toBe(first);
    const back = await call('PUT', { 'X-Firebase-ETag': 'true' }, '{"a":1}');
    expect(back.headers.etag).toBe(first);
    const silent = await call('PUT', { 'X-Firebase-ETag': 'true' }, '{"a":1}', '?print=silent');
    expect([silent.status, silent.headers.etag]).toEqual([204, first]);
  });

  test('change nothing if the ETag is outdated, and return the current data', async () => {
    await call('PUT', {}, '{"a":1}');
    const current = await etag();
    for (const [method, body] of [['PUT', '9'], ['DELETE']] as const) {
      for (const query of ['', '?print=silent', '?print=pretty']) {
        const refused = await call(method, { 'if-match': 'old' }, body, query);
        expect([refused.status, refused.body, refused.headers.etag]).toEqual([
          412,
          '{"a":1}',
          current,
        ]);
      }
    }
    expect((await call('PUT', { 'if-match': current }, '{"a":2}')).status).toBe(200);
    expect((await call('DELETE', { 'if-match': current })).status).toBe(412);
    expect((await call('DELETE', { 'if-match': await etag() })).body).toBe('null');
    expect((await call('DELETE', { 'if-match': 'null_etag' })).status).toBe(200);
  });

  test.each(['PATCH', 'POST'])('are rejected for %s', async (method) => {
    const before = await etag();
    const refused = await call(method, { 'if-match': before }, '{"b":1}');
    expect([refused.status, await etag()]).toEqual([400, before]);
  });

  test('get a 304 response if they are reads and the data has not changed', async () => {
    await call('PUT', {}, '{"a":1}');
    const current = await etag();
    const same = await call('GET', { 'if-none-match': current });
    expect([same.status, same.body, same.headers.etag]).toEqual([304, '', current]);
    const changed = await call('GET', { 'if-none-match': 'old' });
    expect([changed.status, changed.body, changed.headers.etag]).toEqual([200, '{"a":1}', current]);
    await call('DELETE', {});
    expect((await call('GET', { 'if-none-match': 'null_etag' })).status).toBe(304);
  });
});
