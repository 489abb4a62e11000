/**
 * Returns the one-time code from the setup link: `?code=…`, or `#code=…` or `#…`, which never
 * appears in server logs.
 */
export function setupCode({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const fragment = hash.replace(/^#/, '');
  const code = new URLSearchParams(search).get('code') ?? new URLSearchParams(fragment).get('code');
  return code ?? (fragment.includes('=') ? '' : decodeURIComponent(fragment));
}
