/**
 * Serializes a response as JSON, with each item of a list on its own line. This lets clients parse
 * a long list in parts.
 */
export function toJson(answer: unknown): string {
  if (!Array.isArray(answer) || answer.length === 0) return JSON.stringify(answer);
  return `[\n${answer.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}
