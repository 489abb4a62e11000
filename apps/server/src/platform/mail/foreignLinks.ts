/**
 * Matches an email address. It may stay in the text, because it becomes a link that starts a new
 * email but opens no web page.
 */
const ADDRESS = /^[("<]?[^\s@:/?#]+@[\p{L}\p{N}.-]+[^\p{L}\p{N}\s@/:?#]*$/u;
/**
 * Matches a dot that makes a word look like a domain: before a path, port or query, or before a
 * top-level domain that mail programs recognize. Does not match the dot in names such as
 * "kim.jones".
 */
const DOMAIN_DOT =
  /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*(?:[/:?#]\S)|(?:[\p{L}\p{N}-]+\.)*(?:\p{L}{2}|com|net|org|info|biz|edu|gov|mil|int|app|dev|xyz|site|online|shop|store|live|link|click|page|club|top|vip|icu|space|website|work|news|tech|zip|mov|example|test)(?![\p{L}\p{N}-]))/giu;

/**
 * Changes everything that mail programs would turn into links: `http://a.com/b` becomes
 * `http[:]//a[.]com/b`. Does not change email addresses or links to this installation.
 * @param publicUrl the installation's URL; null if emails contain no links
 */
export function withoutForeignLinks(text: string, publicUrl: string | null): string {
  return text
    .split(/(\s+)/)
    .map((word) => broken(word, publicUrl))
    .join('');
}

function broken(word: string, publicUrl: string | null): string {
  if (ADDRESS.test(word)) return word;
  if (publicUrl !== null && isOwn(word, publicUrl)) return word;
  return word
    .replaceAll('://', '[:]//')
    .replaceAll(/(?<![\p{L}\p{N}])www\./giu, 'www[.]')
    .replaceAll(DOMAIN_DOT, '[.]');
}

/**
 * Whether a word is a link to this installation and nothing else. A link with a username, such as
 * `https://own@other`, is not.
 */
function isOwn(word: string, publicUrl: string): boolean {
  const [before = '', ...rest] = word.split(publicUrl);
  return (
    /^[("<]?$/.test(before) && rest.length === 1 && /^(?:[/?#].*|[^\p{L}\p{N}@:]*)$/u.test(rest[0]!)
  );
}
