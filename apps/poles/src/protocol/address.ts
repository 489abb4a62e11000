/** The path of a pole's node in the realtime database, and the pole's credential. */
export interface PoleAddress {
  ownerId: string;
  flagId: string;
  /** The pole's device key, or any credential that the server accepts as `?auth=`. */
  key: string;
}

/**
 * Parses the server's URL.
 * @throws Error with a one-sentence message if it is not an http or https origin
 */
export function parseServer(text: string): URL {
  let url: URL;
  try {
    url = new URL(text.includes('://') ? text : `http://${text}`);
  } catch {
    throw new Error(`"${text}" is not a URL. Use one such as http://localhost:3000.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`"${text}" must start with http:// or https://.`);
  if (url.pathname !== '/' || url.search || url.hash)
    throw new Error(`"${text}" must contain only host and port, without a path (protocol §17).`);
  return url;
}

/**
 * Returns the URL of the pole's node, including the device key. `auth` is the first parameter, as
 * in the URLs that the Arduino library sends (protocol §17).
 */
export function nodeUrl(server: URL, address: PoleAddress): URL {
  const [owner, flag, key] = [address.ownerId, address.flagId, address.key].map(encodeURIComponent);
  return new URL(`/users/${owner}/hardware/${flag}.json?auth=${key}`, server);
}
