/**
 * Size of the Arduino library's read buffer in bytes, without the terminating zero. A header line
 * that does not fit is split.
 */
const BUFFER_BYTES = 511;

export interface LibraryHead {
  status: number;
  contentLength: number | null;
  etag: string;
  location: string;
  chunked: boolean;
  sse: boolean;
}

/**
 * Reads a response under the same limits as FirebaseClient 2.2.13 (ResponseHandler.h): at most 511
 * bytes per line, header names in upper or lower case, and values found by searching for fixed
 * strings.
 */
export class LibraryResponse {
  head: LibraryHead = emptyHead();
  #stage: 'status' | 'header' | 'payload' = 'status';
  #line = '';

  /**
   * Processes bytes of a response, given as a latin1 string. Returns the bytes that belong to the
   * body, or null if there are none.
   */
  read(bytes: string): string | null {
    for (let i = 0; i < bytes.length; i++) {
      if (this.#stage === 'payload') return bytes.slice(i);
      this.#line += bytes[i];
      if (bytes[i] !== '\n' && this.#line.length < BUFFER_BYTES) continue;
      this.#takeLine(this.#line);
      this.#line = '';
    }
    return null;
  }

  /** Whether the status line and all headers of the response have arrived. */
  get inPayload(): boolean {
    return this.#stage === 'payload';
  }

  #takeLine(line: string): void {
    if (this.#stage === 'status') {
      const code = /^HTTP\/1\.[01] (\d{3})/.exec(line);
      if (!code) return;
      this.head.status = Number(code[1]);
      this.#stage = 'header';
      return;
    }
    if (line === '\r\n') {
      this.#stage = 'payload';
      return;
    }
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, Math.max(0, colon)).toLowerCase()) {
      case 'etag':
        this.head.etag = value;
        break;
      case 'location':
        this.head.location = value;
        break;
      case 'content-length':
        this.head.contentLength = Number.parseInt(value, 10);
        break;
      case 'transfer-encoding':
        this.head.chunked = value.includes('chunked');
        break;
      case 'content-type':
        this.head.sse = value.includes('text/event-stream');
        break;
    }
  }
}

function emptyHead(): LibraryHead {
  return {
    status: 0,
    contentLength: null,
    etag: '',
    location: '',
    chunked: false,
    sse: false,
  };
}

/**
 * An event of the event stream as the Arduino sketch receives it: three strings that the library
 * extracts from the event's text.
 */
export interface LibraryEvent {
  event: string;
  path: string;
  data: string;
}

/**
 * Parses an event stream with the limits of the Arduino library (AsyncClient.h, RTDBResult.h). Like
 * the library, it reads up to 511 bytes at a time until an event seems complete, and drops any data
 * after that event.
 */
export class LibraryEvents {
  #payload = '';

  /**
   * Processes the bytes of one socket read, given as a latin1 string. Returns the events that the
   * sketch gets.
   */
  read(available: string): LibraryEvent[] {
    const events: LibraryEvent[] = [];
    for (let at = 0; at < available.length; at += BUFFER_BYTES) {
      this.#payload += available.slice(at, at + BUFFER_BYTES);
      const event = this.#take(at + BUFFER_BYTES >= available.length);
      if (event) events.push(event);
    }
    return events;
  }

  #take(nothingWaits: boolean): LibraryEvent | null {
    const payload = this.#payload;
    if (!payload.includes('event: ') || !payload.includes('data: ')) return null;
    const partial = /\}\n\n?$/.test(payload);
    if (!partial && !(payload.endsWith('\n') && nothingWaits)) return null;
    this.#payload = '';
    return cutFirst(payload);
  }
}

/**
 * Extracts the first event from the bytes read so far. Like the Arduino library, this works only on
 * compact JSON with `path` before `data`; any other JSON is mangled.
 */
function cutFirst(payload: string): LibraryEvent {
  const event = between(payload, 'event: ', '\n', 0).text;
  const data = between(payload, 'data: ', '\n', payload.indexOf(event));
  if (data.text === 'null') return { event, path: '', data: 'null' };
  const path = between(payload, '"path":', ',', data.start);
  const value = between(payload, '"data":', '\n', path.end);
  return {
    event,
    path: utf8(path.text.slice(1, -1)),
    data: utf8(value.text.endsWith('}') ? value.text.slice(0, -1) : value.text),
  };
}

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

function between(text: string, before: string, after: string, from: number) {
  const found = text.indexOf(before, from);
  if (found < 0) return { text: '', start: from, end: from };
  const start = found + before.length;
  const stop = text.indexOf(after, start);
  const end = stop < 0 ? text.length : stop;
  return { text: text.slice(start, end), start, end };
}
