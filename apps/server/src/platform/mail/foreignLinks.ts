/** A word that is an email address. Mail programs let the reader write to it, not open a page. */
const ADDRESS = /^[("<]?[^\s@:/?#]+@[\p{L}\p{N}.-]+[^\p{L}\p{N}\s@/:?#]*$/u;
/**
 * A dot that makes a domain of a word: before a path, a port or a query, or before an ending that
 * mail programs know. Names such as "kim.jones" stay as they are.
 */
const DOMAIN_DOT =
  /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*(?:[/:?#]\S)|(?:[\p{L}\p{N}-]+\.)*(?:\p{L}{2}|com|net|org|info|biz|edu|gov|mil|int|app|dev|xyz|site|online|shop|store|live|link|click|page|club|top|vip|icu|space|website|work|news|tech|zip|mov|example|test)(?![\p{L}\p{N}-]))/giu;

/**
 * Breaks everything that mail programs turn into links: `http://a.com/b` becomes
 * `http[:]//a[.]com/b`. Links to this installation and email addresses stay as they are.
 * @param publicUrl the installation's URL; null if mails contain no links
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

/** Whether the word is a link to this installation, and to no other: `https://own@other` is not. */
function isOwn(word: string, publicUrl: string): boolean {
  const [before = '', ...rest] = word.split(publicUrl);
  return (
    /^[("<]?$/.test(before) && rest.length === 1 && /^(?:[/?#].*|[^\p{L}\p{N}@:]*)$/u.test(rest[0]!)
  );
}
