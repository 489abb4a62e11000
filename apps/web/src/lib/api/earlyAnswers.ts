/**
 * Responses to calls that were sent before the code that needs them has loaded. The first call for
 * a URL takes its response; the next one goes to the server.
 */
const answers = new Map<string, Promise<Response>>();

export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: 'include' });
  answers.set(address, answer);
  // The page will repeat the call and report the failure.
  answer.catch(() => answers.delete(address));
  return answer;
}

/**
 * Removes and returns the early response for a URL.
 * @returns the response, which may still be pending; undefined if there is none
 */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}

/** Drops the responses that no call has used, because they go stale. */
export const dropEarly = (): void => answers.clear();
