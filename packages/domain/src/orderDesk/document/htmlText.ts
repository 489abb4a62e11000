import { Parser } from 'htmlparser2';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** HTML elements whose text is not displayed, or is not part of the document. */
const NOT_TEXT = words(
  'head script style noscript template svg iframe object nav button select textarea datalist ' +
    'dialog del s strike',
);
/**
 * HTML elements for a site's header and footer. Their text is left out except inside an article,
 * where it may contain the dateline.
 */
const OF_SITE = words('header footer');
const OF_SITE_ROLES = words('banner contentinfo');
const DOCUMENT = words('article main');
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i;

/** Inline HTML elements. Any other element starts a new line. */
const INLINE = words(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark q ruby samp small ' +
    'span strong sub sup time tt u var wbr',
);
const LINES = words('br td th');

/** An HTML element that is still open, and how it affects the text inside it. */
interface Open {
  isSkipped: boolean;
  isDocument: boolean;
  keepsSpaces: boolean;
}

const OUTSIDE: Open = { isSkipped: false, isDocument: false, keepsSpaces: false };

/**
 * Maximum nesting depth of elements. The time to parse a page grows with the depth. Real pages have
 * fewer than 100 levels.
 */
export const DEPTH_MAX = 1000;

/** Thrown for a page with elements nested deeper than `DEPTH_MAX`. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply';
}

/**
 * Returns the readable text of a page: without scripts, navigation and hidden parts, and with a
 * blank line between blocks.
 * @throws NestedTooDeeply
 */
export function htmlText(html: string): string {
  const parts: string[] = [];
  const open: Open[] = [];
  const inside = () => open.at(-1) ?? OUTSIDE;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length === DEPTH_MAX) throw new NestedTooDeeply();
      const around = inside();
      open.push(opened(name, attributes, around));
      if (!inside().isSkipped) parts.push(breakOf(name));
    },
    ontext(text) {
      const { isSkipped, keepsSpaces } = inside();
      if (!isSkipped) parts.push(keepsSpaces ? text : text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      const closed = open.pop();
      if (closed && !closed.isSkipped && name !== 'br') parts.push(breakOf(name));
    },
  });
  parser.end(html);
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function opened(name: string, attributes: Record<string, string>, around: Open): Open {
  const { role = '' } = attributes;
  const isOfSite = OF_SITE.has(name) || OF_SITE_ROLES.has(role);
  return {
    isSkipped:
      around.isSkipped ||
      NOT_TEXT.has(name) ||
      (isOfSite && !around.isDocument) ||
      role === 'navigation' ||
      'hidden' in attributes ||
      attributes['aria-hidden'] === 'true' ||
      HIDDEN.test(attributes.style ?? ''),
    isDocument: around.isDocument || DOCUMENT.has(name) || role === 'main',
    keepsSpaces: name === 'pre',
  };
}

function breakOf(name: string): string {
  if (INLINE.has(name)) return '';
  return LINES.has(name) ? '\n' : '\n\n';
}
