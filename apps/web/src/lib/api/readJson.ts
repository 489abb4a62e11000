/** Responses of at least this many bytes are parsed in parts. */
const LONG = 100_000;
/** How long to parse before letting the browser handle user input, in milliseconds. */
const PART_MS = 10;

/**
 * Lets the browser handle user input before the caller continues. A timer would be slower, because
 * browsers delay the timers of background pages.
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
 * Parses a JSON response. Parses a long list in parts as they arrive, because parsing ten thousand
 * flags at once would block the browser for a tenth of a second.
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

/** Parses a JSON list whose brackets and rows are each on a separate line. */
class ListInLines {
  readonly #rows: unknown[] = [];
  #next: 'start' | 'row' | 'end' | 'nothing' | 'something else' = 'start';

  /**
   * The parsed rows; null if the lines do not have the expected format, for example after a proxy
   * has reformatted them.
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
