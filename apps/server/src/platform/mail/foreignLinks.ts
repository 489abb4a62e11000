/**
 * Matches an email address. It is left unchanged, because its link only starts a new email and
 * opens no web page.
 */
const ADDRESS = /^[("<]?[^\s@:/?#]+@[\p{L}\p{N}.-]+[^\p{L}\p{N}\s@/:?#]*$/u;
/**
 * Matches a dot that makes a word look like a domain: a dot before a path, port, query or
 * well-known top-level domain. Does not match the dot in names such as "kim.jones".
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
 * Whether a word consists only of a link to this installation. False for a link with a username,
 * such as `https://own@other`.
 */
function isOwn(word: string, publicUrl: string): boolean {
  const [before = '', ...rest] = word.split(publicUrl);
  return (
    /^[("<]?$/.test(before) && rest.length === 1 && /^(?:[/?#].*|[^\p{L}\p{N}@:]*)$/u.test(rest[0]!)
  );
}
