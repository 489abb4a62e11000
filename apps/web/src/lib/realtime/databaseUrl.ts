/**
 * Returns the URL of the realtime database on this page's own host. It always includes the port,
 * because without one the SDK uses TLS regardless of the scheme. With `http` or `https`, the SDK
 * polls if WebSockets are blocked. Outside of a secure context, `ws` or `wss` turns polling off:
 * the browser would not send the page's origin with polls, so the server would not accept the
 * session cookie.
 */
export function databaseUrl(
  location: Pick<Location, 'protocol' | 'hostname' | 'port'>,
  namespace: string,
  isSecureContext: boolean,
): string {
  const secure = location.protocol === 'https:';
  const port = location.port || (secure ? '443' : '80');
  const scheme = isSecureContext ? location.protocol : secure ? 'wss:' : 'ws:';
  return `${scheme}//${location.hostname}:${port}?ns=${encodeURIComponent(namespace)}`;
}
