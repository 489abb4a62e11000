/**
 * Returns the response to a list call without parameters, which is always the whole list.
 * @param answer the response
 */
export async function wholeList<Item>(
  answer: Promise<Item[] | { items: Item[] }>,
): Promise<Item[]> {
  const list = await answer;
  if (!Array.isArray(list)) throw new TypeError('The server answered a page instead of a list');
  return list;
}
