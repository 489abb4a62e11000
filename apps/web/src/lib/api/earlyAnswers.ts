/** Responses by URL, requested before the page's code has loaded. Each response is used once. */
const answers = new Map<string, Promise<Response>>();

/**
 * Requests a URL before the page's code does.
 * @param after a promise to wait for before sending the request
 */
export function askEarly(address: string, after?: Promise<void>): Promise<Response> {
  const send = () => fetch(address, { credentials: 'include' });
  const answer = after ? after.then(send) : send();
  answers.set(address, answer);
  // The page will repeat the call and report the failure. A 401 response must not be used later,
  // after the user has signed in.
  answer.then(
    ({ status }) => status === 401 && answers.delete(address),
    () => answers.delete(address),
  );
  return answer;
}

/**
 * Removes and returns the response that was requested early for a URL; undefined if there is no
 * such response.
 */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}

/** Drops the unused early responses before they become outdated. */
export const dropEarly = (): void => answers.clear();
