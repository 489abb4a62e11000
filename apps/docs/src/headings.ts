/** Returns the anchor that forges give to a heading: `TLS & HTTP/2` becomes `tls--http2`. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Makes the anchors of one page. The second heading with the same text gets `-1`. */
export function anchorMaker(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
