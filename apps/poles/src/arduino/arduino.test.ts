import { describe, expect, test } from 'vitest';
import { streamRequest, updateRequest } from './requests.ts';
import { LibraryEvents, LibraryResponse } from './response.ts';

const target = { host: 'pole.example', path: '/users/o/hardware/f', key: 'SECRET' };

describe('a client that behaves like FirebaseClient 2.2.13', () => {
  test('opens an event stream with exactly the bytes that the library sends', () => {
    expect(streamRequest(target)).toBe(
      'GET /users/o/hardware/f.json?auth=SECRET HTTP/1.1\r\nHost: pole.example\r\n' +
        'Connection: keep-alive\r\nX-Firebase-ETag: true\r\nAccept: text/event-stream\r\n\r\n',
    );
  });

  test('sends an update in two socket writes, without an ETag', () => {
    expect(updateRequest(target, '{"voltage":42.5}', false)).toEqual([
      'PATCH /users/o/hardware/f.json?auth=SECRET HTTP/1.1\r\nHost: pole.example\r\n' +
        'Connection: keep-alive\r\nContent-Length: 16\r\n\r\n',
      '{"voltage":42.5}',
    ]);
  });

  test('asks for an empty response (204) if the caller waits for the response', () => {
    expect(updateRequest(target, '1', true)[0]).toContain('.json?auth=SECRET&print=silent HTTP');
  });
});

describe('a parser that behaves like FirebaseClient 2.2.13', () => {
  const put = 'event: put\ndata: {"path":"/","data":{"flagUp":true}}\n\n';
  const patch = 'event: patch\ndata: {"path":"/","data":{"lamp":true}}\n\n';
  const first = { event: 'put', path: '/', data: '{"flagUp":true}' };

  test('reads a single event that arrives in one or two pieces', () => {
    expect(new LibraryEvents().read(put)).toEqual([first]);
    const events = new LibraryEvents();
    expect([...events.read(put.slice(0, 20)), ...events.read(put.slice(20))]).toEqual([first]);
  });

  test('reads only the first of two events that arrive together', () => {
    const events = new LibraryEvents();
    expect(events.read(put + patch)).toEqual([first]);
    expect(events.read(patch)).toEqual([{ event: 'patch', path: '/', data: '{"lamp":true}' }]);
  });

  test('reads an event that is longer than its buffer', () => {
    const text = 'x'.repeat(1500);
    const long = `event: put\ndata: {"path":"/deviceName","data":"${text}"}\n\n`;
    expect(new LibraryEvents().read(long)).toEqual([
      { event: 'put', path: '/deviceName', data: `"${text}"` },
    ]);
  });

  test('reads a keep-alive event', () => {
    expect(new LibraryEvents().read('event: keep-alive\ndata: null\n\n')).toEqual([
      { event: 'keep-alive', path: '', data: 'null' },
    ]);
  });

  test('reads header names in upper or lower case, and splits lines longer than 511 bytes', () => {
    const response = new LibraryResponse();
    const long = `X-Long: ${'y'.repeat(600)}\r\n`;
    const rest = response.read(
      `HTTP/1.1 200 OK\r\ncontent-TYPE: text/event-stream\r\n${long}ETAG: abc\r\n\r\nbody`,
    );
    expect(rest).toBe('body');
    expect(response.head).toMatchObject({ status: 200, sse: true, etag: 'abc', chunked: false });
  });
});
