import { http } from './raw.ts';
import type { Running } from './start.ts';

/**
 * Sends a request and returns the response in short form: the status if it is not 200, and the body
 * or error message.
 */
export async function ask(
  server: Running,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string,
): Promise<string> {
  const answer = await http(server.port, method, path, { headers, ...(body && { body }) });
  const error = /^\{\n {2}"error" : (".*")\n\}\n$/.exec(answer.body)?.[1];
  const text = error === undefined ? answer.body : (JSON.parse(error) as string);
  return answer.status === 200 ? text : `${answer.status} ${text}`;
}
