import { Refused } from '../errors.ts';

/** The response format and the time limit that the client requested (protocol §15). */
export interface Presentation {
  print: 'compact' | 'pretty' | 'silent';
  /**
   * Whether the response shows each child only as `true`, without its data (URL parameter
   * `shallow`).
   */
  shallow: boolean;
  /** Whether the response includes priorities (URL parameter `format=export`). */
  exported: boolean;
  /**
   * The file name under which a browser saves the response (URL parameter `download`); may be
   * empty.
   */
  download: string | undefined;
  /** Time limit for a read, in ms (URL parameter `timeout`). */
  timeout: number | undefined;
}

const bad = (message: string): Refused => new Refused('invalid_data', message);

const WRITE_SIZES = ['tiny', 'small', 'medium', 'large', 'unlimited'];
const UNITS: Record<string, number> = { ms: 1, s: 1000, min: 60_000 };
const MOST_MINUTES = 15;

/**
 * Parses a URL's query string. Rejects invalid escapes, which `URLSearchParams` would silently
 * replace.
 * @throws Refused
 */
export function parseParams(text: string): URLSearchParams {
  try {
    decodeURIComponent(text);
  } catch {
    throw bad('Invalid query: Bad percent encoding');
  }
  return new URLSearchParams(text);
}

/**
 * Parses the URL parameters that determine the format of the response. `callback` is ignored,
 * because data must not be readable as a script. `writeSizeLimit` is only validated, because the
 * same size limit applies to all writes.
 * @throws Refused
 */
export function parsePresentation(params: URLSearchParams): Presentation {
  const print = params.get('print');
  if (print !== null && print !== 'pretty' && print !== 'silent') {
    throw bad('print must be pretty or silent');
  }
  const format = params.get('format');
  if (format !== null && format !== 'export') throw bad('format must be export');
  const shallow = parseFlag(params, 'shallow');
  if (shallow && format !== null) throw bad("Mixing 'shallow' and 'format' is not supported");
  const writeSize = params.get('writeSizeLimit');
  if (writeSize !== null && !WRITE_SIZES.includes(writeSize)) {
    throw bad(`writeSizeLimit must be one of ${WRITE_SIZES.join(', ')}`);
  }
  return {
    print: print ?? 'compact',
    shallow,
    exported: format !== null,
    download: params.get('download') ?? undefined,
    timeout: parseTimeout(params.get('timeout')),
  };
}

/**
 * Parses a URL parameter that is `true` or `false`. Default: false.
 * @throws Refused
 */
export function parseFlag(params: URLSearchParams, name: string): boolean {
  const text = params.get(name);
  if (text !== null && text !== 'true' && text !== 'false') {
    throw bad(`${name} must be true or false`);
  }
  return text === 'true';
}

function parseTimeout(text: string | null): number | undefined {
  if (text === null) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|min)$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms === 0 || ms > MOST_MINUTES * 60_000) {
    throw bad(`timeout must be like 10ms, 3s or 2min, and ${MOST_MINUTES}min at most`);
  }
  return ms;
}

/**
 * Returns the header that makes a browser save a response as a file. Contains the file name twice:
 * in plain ASCII, and in full as defined by RFC 6266. Characters that could end the header or refer
 * to another folder are replaced.
 */
export function contentDisposition(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const safe = name.replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  if (safe === '') return 'attachment';
  const plain = safe.replace(/[^ -~]|["%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
