/**
 * The address of the realtime database on this page's own host. The port is always named, since
 * without one the SDK uses TLS whatever the scheme says; `ws` switches long polling off, which a
 * page that died early would otherwise fall back to for ever.
 */
export function databaseUrl(
  location: Pick<Location, 'protocol' | 'hostname' | 'port'>,
  namespace: string,
): string {
  const secure = location.protocol === 'https:';
  const port = location.port || (secure ? '443' : '80');
  return `${secure ? 'wss' : 'ws'}://${location.hostname}:${port}?ns=${encodeURIComponent(namespace)}`;
}
