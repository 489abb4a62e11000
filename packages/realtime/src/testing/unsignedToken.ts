/** Creates a token like `mockUserToken` of the SDKs, or one that only looks like it. */
export function unsignedToken(
  claims: unknown,
  {
    header = { alg: 'none', type: 'JWT' },
    signature = '',
  }: { header?: unknown; signature?: string } = {},
): string {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}
