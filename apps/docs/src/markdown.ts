import MarkdownIt, { type Options } from 'markdown-it';
import type { RenderRule } from 'markdown-it/lib/renderer.mjs';
import type Token from 'markdown-it/lib/token.mjs';
import { anchorMaker } from './headings.ts';
import { targetOf } from './links.ts';
import { addressOf, fileAddressOf, type Repository, relative } from './repository.ts';

/** The data about a page that Eleventy provides while the page's Markdown is rendered. */
interface Environment {
  /** The repository path of the page's Markdown file. */
  source: string;
  /** Whether the current link is rendered as plain text, without its opening and closing tags. */
  leftOut?: boolean;
}

export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

/** Returns the plain text of a heading or paragraph of a Markdown page. */
const textOf = (inline: Token): string =>
  (inline.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content,
    )
    .join('');

/** The only HTML that documentation pages may contain: a line break in a table cell. */
const ALLOWED_HTML = /^<br>$/;

/**
 * Returns a Markdown renderer that turns links between Markdown files into links between pages of
 * the documentation site.
 */
export function markdownFor(repository: Repository): MarkdownIt {
  // Raw HTML is passed through, because `foreignHtmlOf` checks it.
  const markdown = new MarkdownIt({ html: true });
  markdown.core.ruler.push('anchors', ({ tokens }) => {
    const anchorOf = anchorMaker();
    for (const [n, token] of tokens.entries())
      if (token.type === 'heading_open') token.attrSet('id', anchorOf(textOf(tokens[n + 1]!)));
  });
  const { rules } = markdown.renderer;
  const usual: RenderRule = (tokens, n, options, _environment, self) =>
    self.renderToken(tokens, n, options);

  rules.link_open = (tokens, n, options: Options, environment: Environment, self) => {
    const token = tokens[n]!;
    const address = linkAddress(repository, environment.source, token.attrGet('href') ?? '');
    environment.leftOut = address === null;
    if (address === null) return '';
    token.attrSet('href', address);
    if (/^https?:/.test(address)) token.attrSet('rel', 'noreferrer');
    return usual(tokens, n, options, environment, self);
  };
  rules.link_close = (tokens, n, options, environment: Environment, self) =>
    environment.leftOut ? '' : usual(tokens, n, options, environment, self);
  rules.image = (tokens, n, options, environment: Environment, self) => {
    const token = tokens[n]!;
    token.attrSet('alt', token.content);
    token.attrSet('src', imageAddress(environment.source, token.attrGet('src') ?? ''));
    return usual(tokens, n, options, environment, self);
  };
  rules.heading_close = (tokens, n, options, environment, self) => {
    const id = tokens[n - 2]!.attrGet('id') ?? '';
    const mark =
      tokens[n]!.tag === 'h1'
        ? ''
        : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
    return mark + usual(tokens, n, options, environment, self);
  };
  // Wide code blocks scroll. They can be focused, so that the arrow keys scroll them.
  const { fence, code_block: block } = rules;
  rules.fence = (...args) => fence!(...args).replace('<pre>', '<pre tabindex="0">');
  rules.code_block = (...args) => block!(...args).replace('<pre', '<pre tabindex="0"');
  // Wide tables scroll too, each inside its own box.
  rules.table_open = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
  rules.table_close = () => '</table></div>';
  return markdown;
}

/**
 * Returns the URL of a link's target on the documentation site. If the site does not contain the
 * target, returns null, and the page shows only the link's text.
 */
function linkAddress(repository: Repository, source: string, href: string): string | null {
  const target = targetOf(repository, source, href);
  if (target.kind === 'elsewhere') return href;
  const here = addressOf(source);
  if (target.kind === 'file') return relative(here, fileAddressOf(target.file));
  if (target.kind !== 'page') return null;
  const anchor = target.anchor === null ? '' : `#${target.anchor}`;
  if (target.page === source && anchor !== '') return anchor;
  return relative(here, addressOf(target.page)) + anchor;
}

/**
 * Returns the URL of a picture on the documentation site, relative to the page that shows it.
 * Pictures have the same paths on the site as in docs/.
 */
export const imageAddress = (source: string, src: string): string =>
  relative(addressOf(source), imageFileOf(source, src).replace(/^docs\//, ''));

/** Returns the repository path of a picture that a page shows. */
export const imageFileOf = (source: string, src: string): string =>
  new URL(src, `file:///${source}`).pathname.slice(1);

/** A parsed Markdown page of the documentation. */
export interface Parsed {
  title: string;
  /** The text of the page's first paragraph; '' if there is none. */
  summary: string;
  headings: readonly Heading[];
  /** The text of each section of the page. The heading of the first section is the page's title. */
  sections: readonly { heading: Heading; text: string }[];
  links: readonly string[];
  images: readonly string[];
  /** HTML in the page. The documentation site does not allow any. */
  foreignHtml: readonly string[];
}

export function parse(markdown: MarkdownIt, text: string): Parsed {
  const tokens = markdown.parse(text, {});
  const sections: { heading: Heading; text: string }[] = [];
  const links: string[] = [];
  const images: string[] = [];
  const foreignHtml: string[] = [];
  let summary = '';
  for (const [n, token] of tokens.entries()) {
    const inside = [token, ...(token.children ?? [])];
    for (const part of inside) {
      if (part.type === 'link_open') links.push(part.attrGet('href') ?? '');
      if (part.type === 'image') images.push(part.attrGet('src') ?? '');
      if (/^html_/.test(part.type) && !ALLOWED_HTML.test(part.content.trim()))
        foreignHtml.push(part.content.trim());
    }
    const opening = tokens[n - 1];
    if (token.type === 'inline' && opening?.type === 'heading_open') {
      const heading = {
        level: Number(opening.tag.slice(1)),
        text: textOf(token),
        anchor: opening.attrGet('id') ?? '',
      };
      sections.push({ heading, text: '' });
    } else if (token.type === 'inline' || token.type === 'fence' || token.type === 'code_block') {
      const content = token.type === 'inline' ? textOf(token) : token.content;
      const last = sections.at(-1);
      if (last) last.text += `${content} `;
      if (summary === '' && opening?.type === 'paragraph_open') summary = content;
    }
  }
  const headings = sections.map(({ heading }) => heading);
  return {
    title: headings[0]?.text ?? '',
    summary: summary.trim(),
    headings,
    sections,
    links,
    images,
    foreignHtml,
  };
}
