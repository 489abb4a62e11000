/** Writes a count with its noun: "1 location", "0 locations", "3 locations". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
