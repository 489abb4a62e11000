/** The JSON of an answer. Each row of a list stands on a line of its own: a reader may take a long one in parts. */
export function toJson(answer: unknown): string {
  if (!Array.isArray(answer) || answer.length === 0) return JSON.stringify(answer);
  return `[\n${answer.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}
