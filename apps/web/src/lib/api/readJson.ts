/** Minimum size in bytes of a response that is read in parts. */
const LONG = 100_000;
/** How long to parse before a pause for user input, in milliseconds. */
const PART_MS = 10;

/**
 * Yields to user input. Does not use a timer, because a page in the background may wait up to a
 * minute for one.
 */
function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Reads a response's JSON. Ten thousand flags are seven megabytes, which would block a browser for
 * a tenth of a second. So the lines of a long list are read in parts, as they arrive.
 * @throws SyntaxError
 */
export async function readJson(response: Response): Promise<unknown> {
  const length = response.headers.get('content-length');
  const isShort = length !== null && Number(length) < LONG;
  if (isShort || response.body === null) return response.json();
  const parts: string[] = [];
  const list = new ListInLines();
  let partEnds = performance.now() + PART_MS;
  let begun = '';
  for await (const part of textOf(response.body)) {
    parts.push(part);
    const lines = (begun + part).split('\n');
    begun = lines.pop()!;
    for (const line of lines) {
      list.take(line);
      if (performance.now() < partEnds) continue;
      await pause();
      partEnds = performance.now() + PART_MS;
    }
  }
  list.take(begun);
  return list.rows ?? JSON.parse(parts.join(''));
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
  }
}

/**
 * Parses a list that has its brackets and each of its rows on separate lines, with a comma after
 * each row except the last.
 */
class ListInLines {
  readonly #rows: unknown[] = [];
  #next: 'start' | 'row' | 'end' | 'nothing' | 'something else' = 'start';

  /**
   * Returns the rows of a list; null if its lines have a different format, for example from a proxy
   * that reformats JSON.
   */
  get rows(): unknown[] | null {
    return this.#next === 'nothing' ? this.#rows : null;
  }

  take(line: string): void {
    if (this.#next === 'start' && line === '[') this.#next = 'row';
    else if (this.#next === 'end' && line === ']') this.#next = 'nothing';
    else if (this.#next === 'row') this.#takeRow(line);
    else this.#next = 'something else';
  }

  #takeRow(line: string): void {
    const isLast = !line.endsWith(',');
    try {
      this.#rows.push(JSON.parse(isLast ? line : line.slice(0, -1)));
      this.#next = isLast ? 'end' : 'row';
    } catch {
      this.#next = 'something else';
    }
  }
}
