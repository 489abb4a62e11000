/**
 * Returns the whole list, which is how the server answers a list call without parameters.
 * @param answer the whole list, or a page of it
 */
export async function wholeList<Item>(
  answer: Promise<Item[] | { items: Item[] }>,
): Promise<Item[]> {
  const list = await answer;
  if (!Array.isArray(list)) throw new TypeError('The server answered a page instead of a list');
  return list;
}
