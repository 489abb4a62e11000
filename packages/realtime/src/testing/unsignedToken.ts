/**
 * Creates an unsigned token like `mockUserToken` of the SDKs. With another header or a signature,
 * it creates an invalid token that looks similar.
 */
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
