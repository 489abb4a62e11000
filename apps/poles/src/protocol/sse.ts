/**
 * Maximum length of an unfinished server-sent event, in characters. Nodes are small, so a longer
 * event means that the server is broken.
 */
const MESSAGE_MAX = 1024 * 1024;

export interface SseMessage {
  /** The name of the server-sent event, or `message` if the server sent no name. */
  event: string;
  data: string;
}

/** A parser for server-sent events whose text arrives in arbitrary pieces. */
export class SseParser {
  #rest = '';
  #event = '';
  #data: string | null = null;
  #size = 0;

  /**
   * Processes the next piece of text and returns the server-sent events that it completes.
   * @throws Error if an event is longer than MESSAGE_MAX characters
   */
  push(piece: string): SseMessage[] {
    const messages: SseMessage[] = [];
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop()!;
    for (const raw of lines) {
      const message = this.#line(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
      if (message) messages.push(message);
    }
    if (this.#rest.length + this.#size > MESSAGE_MAX) throw new Error('an event of over 1 MiB');
    return messages;
  }

  #line(line: string): SseMessage | null {
    if (line === '') return this.#dispatch();
    this.#size += line.length;
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const text = colon < 0 ? '' : line.slice(colon + 1);
    const value = text.startsWith(' ') ? text.slice(1) : text;
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
    return null;
  }

  #dispatch(): SseMessage | null {
    const data = this.#data;
    const event = this.#event || 'message';
    this.#event = '';
    this.#data = null;
    this.#size = 0;
    return data === null ? null : { event, data };
  }
}
