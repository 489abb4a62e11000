/**
 * The target of the requests that FirebaseClient 2.2.13 sends. The functions below return exactly
 * its bytes, taken from its source (AsyncClient.h, RequestHandler.h, RealtimeDatabase.h): the same
 * order and case of the headers, no User-Agent, no Content-Type, the host without a port, the key
 * unencoded.
 */
export interface LibraryTarget {
  host: string;
  /** For example `/users/o/hardware/f`. */
  path: string;
  /** A legacy token, which the library appends without encoding it. */
  key: string;
}

const ETAG = 'X-Firebase-ETag: true\r\n';

function head(method: string, { host, path, key }: LibraryTarget, params = ''): string {
  const slash = path.startsWith('/') ? '' : '/';
  return (
    `${method} ${slash}${path}.json?auth=${key}${params} HTTP/1.1\r\n` +
    `Host: ${host}\r\n` +
    'Connection: keep-alive\r\n'
  );
}

/** `Database.get(client, path, callback, true)`: opens the event stream. */
export function streamRequest(target: LibraryTarget): string {
  return `${head('GET', target)}${ETAG}Accept: text/event-stream\r\n\r\n`;
}

/** `Database.get(client, path)`. */
export function getRequest(target: LibraryTarget): string {
  return `${head('GET', target)}${ETAG}\r\n`;
}

/**
 * `Database.update(client, path, object_t(json))`: head and payload, which the library writes
 * separately.
 * @param waiting whether the caller waits for the response, and so requests an empty one
 * (`print=silent`, answered with 204)
 */
export function updateRequest(
  target: LibraryTarget,
  json: string,
  waiting: boolean,
): [head: string, payload: string] {
  const first = head('PATCH', target, waiting ? '&print=silent' : '');
  return [`${first}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n`, json];
}

/** `Database.set(client, path, value)` without waiting. */
export function setRequest(target: LibraryTarget, json: string): [head: string, payload: string] {
  return [`${head('PUT', target)}${ETAG}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n`, json];
}
