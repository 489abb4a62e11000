/**
 * The server, path and key of a request. The functions in this file return requests byte for byte
 * as FirebaseClient 2.2.13 sends them, including the order and case of headers.
 */
export interface LibraryTarget {
  host: string;
  /** The path of the node, such as `/users/o/hardware/f`. */
  path: string;
  /** A legacy token, which the library appends to the URL without encoding it. */
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

/**
 * Returns the request that the Arduino library's `Database.get(client, path, callback, true)` sends
 * to open the event stream.
 */
export function streamRequest(target: LibraryTarget): string {
  return `${head('GET', target)}${ETAG}Accept: text/event-stream\r\n\r\n`;
}

/** Returns the request that the Arduino library's `Database.get(client, path)` sends. */
export function getRequest(target: LibraryTarget): string {
  return `${head('GET', target)}${ETAG}\r\n`;
}

/**
 * Returns the bytes of the Arduino library's `Database.update` request, split into head and payload
 * as the library writes them.
 * @param waiting whether the caller waits for the response; if so, the request asks for an empty
 * response (`print=silent`)
 */
export function updateRequest(
  target: LibraryTarget,
  json: string,
  waiting: boolean,
): [head: string, payload: string] {
  const first = head('PATCH', target, waiting ? '&print=silent' : '');
  return [`${first}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n`, json];
}

/**
 * Returns the request that the Arduino library's `Database.set(client, path, value)` sends if the
 * caller does not wait for the response.
 */
export function setRequest(target: LibraryTarget, json: string): [head: string, payload: string] {
  return [`${head('PUT', target)}${ETAG}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n`, json];
}
