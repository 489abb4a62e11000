/**
 * Returns the anchor that code hosts generate for a heading: `TLS & HTTP/2` becomes `tls--http2`.
 */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * Returns a function that creates the anchors for the headings of one page. If a heading repeats,
 * `-1`, `-2` and so on are appended to its anchor.
 */
export function anchorMaker(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
