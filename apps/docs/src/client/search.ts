import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS, type SearchedSection } from './searchOptions.ts';

const MAX_SHOWN = 12;
/** Approximate length, in characters, of the excerpt shown for a search result. */
const EXCERPT_LENGTH = 120;

/**
 * Sets up the search field of the documentation site. Loads the search index when the field is
 * first used.
 */
export function offerSearch(): void {
  const area = document.querySelector<HTMLElement>('.search');
  const field = area?.querySelector('input');
  const panel = area?.querySelector<HTMLElement>('.results');
  const status = panel?.querySelector('p');
  const list = panel?.querySelector('ul');
  const script = document.querySelector<HTMLScriptElement>('script[data-index]');
  if (!area || !field || !panel || !status || !list || !script) return;
  const top = new URL('.', new URL(script.dataset.root ?? '', location.href));
  const indexAddress = new URL(script.dataset.index ?? '', location.href);

  let index: Promise<MiniSearch<SearchedSection>> | null = null;
  const load = () => {
    index ??= fetch(indexAddress)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The index answers ${answer.status}`);
        return MiniSearch.loadJSON<SearchedSection>(await answer.text(), SEARCH_OPTIONS);
      })
      .catch((error: unknown) => {
        // Load the index again at the next keystroke.
        index = null;
        throw error;
      });
    return index;
  };

  const close = () => {
    panel.hidden = true;
  };
  const show = async () => {
    const typed = field.value.trim();
    if (typed === '') {
      close();
      return;
    }
    let found: SearchResult[];
    try {
      found = (await load()).search(typed);
    } catch {
      list.replaceChildren();
      status.textContent = 'Couldn’t load the search. Check your connection, then try again.';
      panel.hidden = false;
      return;
    }
    // The user may have typed more while the index was loading.
    if (field.value.trim() !== typed) return;
    list.replaceChildren(...found.slice(0, MAX_SHOWN).map((result) => item(result, top)));
    status.textContent = found.length === 0 ? `No results for “${typed}”.` : counted(found.length);
    panel.hidden = false;
  };

  field.addEventListener('focus', () => {
    // If loading fails, `show` reports it when the user types something.
    load().catch(() => {});
    if (field.value.trim() !== '') void show();
  });
  field.addEventListener('input', () => void show());
  area.addEventListener('keydown', (event) => move(event, { field, list, close }));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !area.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

const counted = (count: number): string => {
  if (count === 1) return '1 result';
  return count > MAX_SHOWN ? `${count} results, the first ${MAX_SHOWN} shown` : `${count} results`;
};

interface Parts {
  field: HTMLInputElement;
  list: HTMLElement;
  close: () => void;
}

/**
 * Handles keys in the search: the arrow keys move between the search field and the results, Enter
 * opens the first result, and Escape closes the list of results.
 */
function move(event: KeyboardEvent, { field, list, close }: Parts): void {
  const links = Array.from(list.querySelectorAll('a'));
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    (at + step < 0 ? field : links[Math.min(at + step, links.length - 1)])?.focus();
  } else if (event.key === 'Escape') {
    field.focus();
    close();
  } else if (event.key === 'Enter' && document.activeElement === field) links[0]?.click();
}

function item(result: SearchResult, top: URL): HTMLLIElement {
  const { id, page, heading, text, terms } = result as SearchResult & SearchedSection;
  const link = document.createElement('a');
  link.href = new URL(id, top).href;
  const name = document.createElement('strong');
  name.textContent = heading;
  const place = document.createElement('span');
  place.textContent = heading === page ? '' : page;
  const excerpt = document.createElement('small');
  excerpt.append(...marked(excerptOf(text, terms), terms));
  link.append(name, place, excerpt);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

/**
 * Returns an excerpt of `text` around the first search term that it contains. If it contains none,
 * the excerpt is from the beginning of `text`.
 */
function excerptOf(text: string, terms: readonly string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const match = places.length > 0 ? Math.min(...places) : 0;
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, match - EXCERPT_LENGTH / 3)) + 1);
  const end = text.indexOf(' ', from + EXCERPT_LENGTH);
  const part = text.slice(from, end === -1 ? undefined : end);
  return `${from > 0 ? '… ' : ''}${part}${end === -1 ? '' : ' …'}`;
}

/**
 * Splits `text` at the search terms. Returns the parts: strings, and a `mark` element for each term
 * found.
 */
function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return [text];
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi')).map((part, n) => {
    if (n % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}
