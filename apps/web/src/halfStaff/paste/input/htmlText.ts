/** Elements whose text is not part of the document, or is not shown. */
const NOT_TEXT =
  'script, style, noscript, template, svg, iframe, object, nav, button, select, textarea, input, ' +
  'datalist, dialog, del, s, strike, [hidden], [aria-hidden="true"], [role="navigation"]';
/**
 * The site's header and footer, which are removed. Inside an article, such elements contain its
 * dateline.
 */
const OF_SITE = 'header, footer, [role="banner"], [role="contentinfo"]';
const DOCUMENT = 'article, main, [role="main"]';
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i;

/** Inline elements. All others break the line. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark q ruby samp small ' +
    'span strong sub sup time tt u var wbr'
  ).split(' '),
);
const LINES = new Set(['br', 'td', 'th']);

/**
 * Returns the readable text of a page: without scripts, navigation and hidden parts, and with a
 * blank line between blocks. Nothing in the page runs or loads.
 */
export function htmlText(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.body.querySelectorAll(NOT_TEXT)) element.remove();
  for (const element of page.body.querySelectorAll('[style]'))
    if (HIDDEN.test(element.getAttribute('style') ?? '')) element.remove();
  for (const element of page.body.querySelectorAll(OF_SITE))
    if (!element.closest(DOCUMENT)) element.remove();
  const parts: string[] = [];
  write(page.body, parts);
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function write(element: Element, parts: string[]): void {
  const name = element.localName;
  const around = INLINE.has(name) ? '' : LINES.has(name) ? '\n' : '\n\n';
  parts.push(around);
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? '';
      parts.push(name === 'pre' ? text : text.replaceAll(/\s+/g, ' '));
    } else if (node.nodeType === Node.ELEMENT_NODE) write(node as Element, parts);
  }
  if (name !== 'br') parts.push(around);
}
