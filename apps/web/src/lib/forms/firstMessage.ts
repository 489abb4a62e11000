/**
 * Returns the first error message of a form field or of its nested fields; undefined if there is
 * none.
 */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [key, part] of Object.entries(error)) {
    const message = key === 'ref' ? undefined : firstMessage(part);
    if (message !== undefined) return message;
  }
  return undefined;
}
