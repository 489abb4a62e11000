/**
 * A client of the realtime database that uses long polling, as the SDK does if it cannot open a
 * WebSocket.
 */
export interface Polling {
  /**
   * Sends a request and returns the status in its response, such as `ok`.
   * @param get the function to send this request with; by default, the one that was passed to
   * `startPolling`
   */
  ask(action: string, body: object, get?: Get): Promise<string>;
  /** Returns the scripts received so far. */
  answers(): string;
}

/** Returns the body of the response to a GET request for this path. */
export type Get = (path: string) => Promise<string>;

export async function startPolling(get: Get): Promise<Polling> {
  const started = await get('/.lp?start=t&ser=0&cb=7&v=5&ns=halyard');
  const [, id, password] = /pLPCommand\("start","([\w-]+)","([\w-]+)"\)/.exec(started) ?? [];
  if (id === undefined) throw new Error(`No start of long polling: ${started}`);
  let said = started;
  let serial = 0;
  let request = 0;
  const poll = async (by: Get, params = '') => {
    const text = await by(`/.lp?id=${id}&pw=${password}&ser=${++serial}${params}`);
    if (text.includes('pLPCommand("close"')) throw new Error(`The server ended it: ${text}`);
    said += text;
  };
  return {
    answers: () => said,
    async ask(action, body, by = get) {
      const r = ++request;
      const question = { t: 'd', d: { r, a: action, b: body } };
      const data = Buffer.from(JSON.stringify(question)).toString('base64url');
      const answer = new RegExp(`"r":${r},"b":\\{"s":"(\\w+)"`);
      await poll(by, `&seg0=${r - 1}&ts0=1&d0=${data}`);
      while (!answer.test(said)) await poll(by);
      return answer.exec(said)![1]!;
    },
  };
}

/**
 * Sends a request by long polling.
 * @param get returns the body of the response to a GET request for this path
 * @returns all scripts received, including the one with the response
 */
export async function askByPolling(get: Get): Promise<string> {
  const polling = await startPolling(get);
  await polling.ask('s', { c: { 'sdk.js': 1 } });
  return polling.answers();
}
