import { ROWS_HEADER } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ApiError, getFile, NetworkError } from '@/lib/api/api.ts';
import { toastError, toastFailure } from '@/lib/page/toast.ts';
import { saveFile } from '@/lib/saveFile.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { RowCounter } from './countRows.ts';

/** An export whose file is being downloaded. */
export interface FileExport {
  /** The URL of the exported file. */
  href: string;
  /** The name of the exported file; null until the server responds. */
  file: string | null;
  /** The number of exported rows that have arrived. */
  rows: number;
  /** The number of rows of the whole file; null if it is not known. */
  total: number | null;
}

interface State {
  /** The running exports to show. Quick exports are never shown. */
  shown: readonly FileExport[];
  /** Text for screen readers that describes the latest event of an export. */
  announcement: string;
}

/** How long an export may take before its progress is shown, in milliseconds. */
const SHOW_AFTER_MS = 500;
/** The minimum time between two updates of an export's progress, in milliseconds. */
const UPDATE_MS = 200;
/**
 * How many times the progress of an export is announced: 4 means after every quarter of the rows.
 */
const ANNOUNCED_PART = 4;
/**
 * A download passes its data to the browser as a Blob each time this many bytes have arrived. The
 * browser can keep Blobs on disk, so that a large file does not use up the page's memory.
 */
const HANDED_OVER = 4_000_000;

interface Running extends FileExport {
  abort: AbortController;
  isShown: boolean;
  announcedParts: number;
}

/**
 * The running exports of this page. Kept outside React, so that they continue when the user opens
 * another page.
 */
class FileExports {
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, Running>();
  #state: State = { shown: [], announcement: '' };

  /**
   * Downloads a file, and then saves it. Does nothing if the same file is already being downloaded.
   */
  async start(href: string): Promise<void> {
    if (this.#running.has(href)) return;
    const abort = new AbortController();
    const own: Running = {
      ...{ href, file: null, rows: 0, total: null },
      ...{ abort, isShown: false, announcedParts: 0 },
    };
    this.#running.set(href, own);
    const timer = setTimeout(() => {
      own.isShown = true;
      this.#publish(t`Exporting…`);
    }, SHOW_AFTER_MS);
    try {
      const { file, blob } = await this.#download(own);
      saveFile(file, blob);
      this.#end(own, own.isShown ? t`${file} saved` : undefined);
    } catch (error) {
      this.#end(own);
      if (!abort.signal.aborted) showFailure(own.file, error);
    } finally {
      clearTimeout(timer);
    }
  }

  cancel(href: string): void {
    const own = this.#running.get(href);
    if (!own) return;
    own.abort.abort();
    this.#end(own, t`Export canceled`);
  }

  reset(): void {
    for (const { abort } of this.#running.values()) abort.abort();
    this.#running.clear();
    this.#publish('');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): State => this.#state;

  async #download(own: Running): Promise<{ file: string; blob: Blob }> {
    const response = await getFile(own.href, own.abort.signal);
    const file = fileNameOf(response);
    const total = response.headers.get(ROWS_HEADER);
    own.file = file;
    own.total = total === null ? null : Number(total);
    const reader = response.body?.getReader();
    // Some browsers cannot show how much has arrived.
    if (!reader) return { file, blob: await response.blob() };
    const counter = new RowCounter();
    const type = response.headers.get('content-type') ?? '';
    const saved: Blob[] = [];
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    let updatedAt = performance.now();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      counter.add(part.value);
      if (bytes >= HANDED_OVER) {
        saved.push(new Blob(parts));
        parts = [];
        bytes = 0;
      }
      if (performance.now() - updatedAt < UPDATE_MS) continue;
      updatedAt = performance.now();
      own.rows = counter.rows;
      if (own.isShown) this.#publish(nextAnnouncement(own));
    }
    return { file, blob: new Blob([...saved, ...parts], { type }) };
  }

  #end(own: Running, announcement?: string): void {
    if (this.#running.get(own.href) !== own) return;
    this.#running.delete(own.href);
    this.#publish(announcement);
  }

  #publish(announcement = this.#state.announcement): void {
    const shown = [...this.#running.values()].filter(({ isShown }) => isShown);
    this.#state = {
      shown: shown.map(({ href, file, rows, total }) => ({ href, file, rows, total })),
      announcement,
    };
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Returns the text to announce if an export has reached another quarter of its rows; otherwise
 * undefined.
 */
function nextAnnouncement(own: Running): string | undefined {
  const { file, rows, total } = own;
  if (file === null || total === null || total === 0) return undefined;
  const parts = Math.floor((rows / total) * ANNOUNCED_PART);
  if (parts <= own.announcedParts || parts >= ANNOUNCED_PART) return undefined;
  own.announcedParts = parts;
  const percent = Math.round((100 * parts) / ANNOUNCED_PART);
  return t`${file}: ${{ percent }}%`;
}

function showFailure(file: string | null, error: unknown): void {
  if (file !== null)
    toastError(t`The download of ${file} was interrupted. Nothing was saved. Try again.`);
  else if (error instanceof ApiError || error instanceof NetworkError)
    toastFailure(t`Couldn’t export the data.`, error);
  else throw error;
}

const fileNameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';

export const fileExports = new FileExports();

// Ends the downloads, so that the next user does not get a file of the previous one.
onSessionEnd(() => fileExports.reset());
