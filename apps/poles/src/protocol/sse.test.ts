import { describe, expect, test } from 'vitest';
import { decodeEvent } from './events.ts';
import { SseParser } from './sse.ts';

const PUT = 'event: put\ndata: {"path":"/","data":{"name":"Über"}}\n\n';

describe('the parser for server-sent events', () => {
  test('reads an event regardless of how it is split into chunks', () => {
    for (let at = 0; at <= PUT.length; at++) {
      const parser = new SseParser();
      const messages = [...parser.push(PUT.slice(0, at)), ...parser.push(PUT.slice(at))];
      expect(messages).toEqual([{ event: 'put', data: '{"path":"/","data":{"name":"Über"}}' }]);
    }
  });

  test('reads several events in one chunk, CRLF line endings, comments, and fields without a space', () => {
    const messages = new SseParser().push(
      ': hello\r\nevent:keep-alive\r\ndata:null\r\n\r\nid: 7\ndata: a\ndata: b\n\n',
    );
    expect(messages).toEqual([
      { event: 'keep-alive', data: 'null' },
      { event: 'message', data: 'a\nb' },
    ]);
  });

  test('drops an event without data, and does not use its name for the next event', () => {
    expect(new SseParser().push('event: put\n\ndata: x\n\n')).toEqual([
      { event: 'message', data: 'x' },
    ]);
  });

  test('rejects an endless message', () => {
    const parser = new SseParser();
    const megabyte = 'x'.repeat(1024 * 1024);
    expect(() => parser.push(`data: ${megabyte}`)).toThrow('over 1 MiB');
    const lines = new SseParser();
    expect(() => {
      for (let i = 0; i < 2000; i++) lines.push(`data: ${'x'.repeat(1000)}\n`);
    }).toThrow('over 1 MiB');
  });
});

describe('decoding a stream event (protocol §16)', () => {
  test.each([
    ['put', '{"path":"/a","data":null}', { type: 'put', path: '/a', data: null }],
    ['patch', '{"path":"/","data":{"b":1}}', { type: 'patch', path: '/', data: { b: 1 } }],
    ['keep-alive', 'null', { type: 'keep-alive' }],
    ['cancel', 'null', { type: 'cancel' }],
    ['auth_revoked', '"gone"', { type: 'auth_revoked', reason: '"gone"' }],
    ['rules_debug', '"x"', null],
  ])('succeeds for %s', (event, data, expected) => {
    expect(decodeEvent({ event, data })).toEqual(expected);
  });

  test.each(['nonsense', '{"path":"/"}', '{"path":1,"data":2}', 'null'])(
    'fails for the put event %s',
    (data) => {
      expect(() => decodeEvent({ event: 'put', data })).toThrow();
    },
  );
});
