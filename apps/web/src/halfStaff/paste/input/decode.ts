/** How far into a page its `<meta charset>` may be. */
const META_WITHIN = 2048;

/**
 * Decodes text of unknown or stated encoding. Text that is not UTF-8 and states nothing is taken as
 * Windows-1252, as browsers do.
 */
export function decode(bytes: Uint8Array, charset: string | null): string {
  const stated = markOf(bytes) ?? charset ?? metaCharset(bytes);
  const decoder = stated === null ? null : decoderFor(stated);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The encoding that the byte order mark at the start states. */
function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, META_WITHIN));
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? null;
}

/** Null if the browser does not know the encoding. */
function decoderFor(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}
