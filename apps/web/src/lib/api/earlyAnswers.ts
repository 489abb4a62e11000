/**
 * Responses to calls that were sent before the code that uses them was loaded. The first call for a
 * URL gets the early response; the next call for that URL goes to the server.
 */
const answers = new Map<string, Promise<Response>>();

/**
 * Sends a call early, before the page's own code asks for it.
 * @param after a promise to wait for before sending. A page that takes the response in the meantime
 * waits as well, so that the call is sent only once
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
 * Removes and returns the early response for a URL.
 * @returns the response, which may still be pending; undefined if there is none
 */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}

/** Drops the responses that no call has used, because they would become outdated. */
export const dropEarly = (): void => answers.clear();
