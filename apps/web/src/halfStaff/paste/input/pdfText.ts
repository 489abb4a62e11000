import { t } from '@lingui/core/macro';
import { getDocumentProxy } from 'unpdf';
import { UnreadableError } from './unreadable.ts';

/**
 * Maximum number of PDF pages: more than any proclamation has, but few enough that a hostile file
 * cannot keep the browser busy.
 */
const PAGES_MAX = 200;

/**
 * Returns the text of a PDF, with a blank line between pages. Scripts in the PDF do not run.
 * @throws UnreadableError if the PDF has a password, has no text or is damaged
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await open(bytes);
  if (pdf.numPages > PAGES_MAX)
    throw new UnreadableError(
      t`This PDF has more than ${{ max: PAGES_MAX }} pages. Copy the text of the order and paste it.`,
    );
  const pages: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items).trim());
    }
  } catch {
    throw damaged();
  } finally {
    await pdf.loadingTask.destroy();
  }
  const text = pages.filter(Boolean).join('\n\n');
  if (text === '')
    throw new UnreadableError(
      t`This PDF has no text: it is probably a scan. Type or paste the text of the order.`,
    );
  return text;
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      // Hides warnings about missing fonts and repaired files, which do not affect the text.
      verbosity: 0,
    });
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException'
      ? new UnreadableError(
          t`This PDF is password-protected. Open it, copy the order’s text and paste it here.`,
        )
      : damaged();
  }
}

const damaged = () =>
  new UnreadableError(t`This PDF is damaged. Copy the order’s text and paste it here.`);

/** Minimum distance between two lines of different paragraphs, as a multiple of the line height. */
const PARAGRAPH = 1.7;

interface Line {
  text: string;
  y: number;
  height: number;
}

type Items = Awaited<
  ReturnType<
    Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>['getTextContent']
  >
>['items'];

/** Joins a page's text pieces into lines, with a blank line where the page has a larger gap. */
function linesOf(items: Items): string {
  const lines: Line[] = [];
  let isNew = true;
  for (const item of items) {
    if (!('str' in item)) continue;
    const last = lines.at(-1);
    if (isNew || !last) lines.push({ text: item.str, y: item.transform[5], height: item.height });
    else {
      last.text += item.str;
      last.height ||= item.height;
    }
    isNew = item.hasEOL;
  }
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, y, height }, at, all) => {
      const before = all[at - 1];
      if (!before) return text;
      return before.y - y > PARAGRAPH * Math.max(height, before.height)
        ? `\n\n${text}`
        : `\n${text}`;
    })
    .join('');
}
