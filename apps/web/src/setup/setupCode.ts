/**
 * Returns the one-time code from the setup link, which contains `?code=…`, `#code=…` or `#…`.
 * Server logs never contain the part after `#`.
 */
export function setupCode({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const fragment = hash.replace(/^#/, '');
  const code = new URLSearchParams(search).get('code') ?? new URLSearchParams(fragment).get('code');
  return code ?? (fragment.includes('=') ? '' : decodeURIComponent(fragment));
}
