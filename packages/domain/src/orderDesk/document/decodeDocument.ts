/** Number of bytes at the start of a page that are searched for `<meta charset>`. */
const META_WITHIN = 2048;

/**
 * Decodes text with a declared or unknown encoding. Text that is not UTF-8 and declares no encoding
 * is read as Windows-1252, as in browsers.
 */
export function decodeDocument(bytes: Uint8Array, charset: string | null): string {
  const stated = markOf(bytes) ?? charset ?? metaCharset(bytes);
  const decoder = stated === null ? null : decoderFor(stated);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Returns the encoding indicated by the byte order mark at the start of a document; null if there
 * is none.
 */
function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, META_WITHIN));
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? null;
}

/** Returns a text decoder for an encoding; null if the runtime does not support the encoding. */
function decoderFor(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}
