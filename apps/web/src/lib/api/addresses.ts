import type { Call } from '@halyard/domain';
import { ENDPOINTS } from './endpoints.ts';

/** The path parameters and query parameters of a call's URL. */
export interface Place {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
}

export function addressOf(name: Call, { params = {}, query = {} }: Place = {}): string {
  const [, pattern] = ENDPOINTS[name].split(' ') as [string, string];
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const given = Object.entries(query).filter((field): field is [string, string] => !!field[1]);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
