/**
 * Calls that are sent before the code that needs them has loaded. The first such call takes the
 * response; the next one asks the server again.
 */
const answers = new Map<string, Promise<Response>>();

export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'include' });
  answers.set(address, answer);
  // The page sends the call again and reports the failure.
  answer.catch(() => answers.delete(address));
  return answer;
}

/** @returns the response, which may still be pending; undefined: ask the server */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}

/** Drops the responses that nobody took, because they become outdated. */
export const dropEarly = (): void => answers.clear();
