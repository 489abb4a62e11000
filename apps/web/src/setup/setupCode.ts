/**
 * Returns the one-time code of the setup link: `?code=…`, or `#code=…` / `#…`, which never appears
 * in a server's log.
 */
export function setupCode({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const fragment = hash.replace(/^#/, '');
  const code = new URLSearchParams(search).get('code') ?? new URLSearchParams(fragment).get('code');
  return code ?? (fragment.includes('=') ? '' : decodeURIComponent(fragment));
}
