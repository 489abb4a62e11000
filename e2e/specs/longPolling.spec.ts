import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createRealtimeServer,
  type Identity,
  memoryStore,
  openRules,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { build } from 'esbuild';
import { flagSwitch, openFlag, otherPosition, POLES, row } from '../world/flags.ts';
import { expect, type Page, test } from '../world/test.ts';

/**
 * The script of the test page, which uses the unmodified SDK. The test calls its functions through
 * `window`.
 */
const PAGE = `
  import { initializeApp } from '@firebase/app';
  import { getDatabase, onValue, ref, set } from '@firebase/database';
  const db = getDatabase(initializeApp({ databaseURL: location.origin + '?ns=x' }));
  window.seen = [];
  window.connected = false;
  onValue(ref(db, '.info/connected'), (s) => { window.connected = s.val(); });
  onValue(ref(db, 'mine'), (s) => { window.seen.push(s.val()); }, (e) => { window.seen.push(e.code); });
  window.write = (value) => set(ref(db, 'mine'), value);
`;

type TestWindow = typeof window & {
  seen: unknown[];
  connected: boolean;
  write(value: unknown): Promise<void>;
};

/**
 * The parts of the console's content security policy that apply to scripts
 * (apps/server/src/platform/http/headers.ts).
 */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'";

interface Site {
  realtime: RealtimeServer;
  http: Server;
  origin: string;
}

let script: string;
let site: Site;

async function openSite(options: {
  rules?: ReturnType<typeof openRules>;
  cookie?: boolean;
}): Promise<Site> {
  const signedIn = async (cookie: string | undefined): Promise<Identity | null> =>
    cookie?.includes('who=victim') ? { auth: { uid: 'victim', token: {} } } : null;
  const realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: options.rules ?? openRules(),
    authenticate: {
      ...(options.cookie && { upgrade: ({ headers }) => signedIn(headers.cookie) }),
      credential: async (uid) => ({ auth: { uid, token: {} } }),
    },
  });
  const http = createServer((req, res) => {
    if (realtime.handles(req)) realtime.handleRequest(req, res);
    else if (req.url === '/page.js') {
      res.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else {
      res.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': POLICY,
        'set-cookie': 'who=victim; SameSite=Strict; HttpOnly; Path=/',
      });
      res.end('<!doctype html><title>x</title><body><script src="/page.js"></script></body>');
    }
  });
  http.on('upgrade', (req, socket, head) => realtime.handleUpgrade(req, socket, head));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { realtime, http, origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

async function closeSite({ realtime, http }: Site): Promise<void> {
  await realtime.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}

const kinds = (): string[] => [...site.realtime.connections()].map(({ kind }) => kind);
const seen = (page: Page) => page.evaluate(() => (window as TestWindow).seen);

/**
 * Stores in the browser what the SDK stores when a WebSocket has failed, so that it starts with
 * long polling.
 */
const leaveFailure = (page: Page) =>
  page.addInitScript(() => {
    if (window === window.top) {
      localStorage.setItem('firebase:previous_websocket_failure', 'true');
    }
  });

test.beforeAll(async () => {
  const result = await build({
    stdin: {
      contents: PAGE,
      resolveDir: path.dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
  });
  script = result.outputFiles[0]!.text;
});

test.describe('long polling with the unmodified Firebase SDK', () => {
  test.afterEach(() => closeSite(site));

  test('connects even if WebSockets are blocked, and sends and receives data', async ({ page }) => {
    site = await openSite({});
    await page.routeWebSocket(/\/\.ws/, (socket) => socket.close());
    await leaveFailure(page);
    await page.goto(site.origin);
    await expect.poll(() => seen(page)).toEqual([null]);
    expect(kinds()).toEqual(['poll']);
    await site.realtime.admin.set('mine', { text: 'h\u00f6ren \u2028 </script>' });
    await expect.poll(() => seen(page)).toEqual([null, { text: 'h\u00f6ren \u2028 </script>' }]);
    const long = 'é'.repeat(20_000);
    await page.evaluate((value) => (window as TestWindow).write(value), long);
    expect(await site.realtime.admin.get('mine')).toBe(long);
    expect(kinds()).toEqual(['poll']);
  });

  test('upgrades to a WebSocket when possible', async ({ page }) => {
    site = await openSite({});
    await leaveFailure(page);
    await page.goto(site.origin);
    await expect.poll(() => seen(page)).toEqual([null]);
    await expect.poll(kinds).toEqual(['socket']);
    await site.realtime.admin.set('mine', 1);
    await expect.poll(() => seen(page)).toEqual([null, 1]);
    await page.evaluate(() => (window as TestWindow).write(2));
    expect(await site.realtime.admin.get('mine')).toBe(2);
    expect(await page.evaluate(() => (window as TestWindow).connected)).toBe(true);
    expect(site.realtime.stats().connections).toBe(1);
  });

  test("identifies the user by the session cookie on the page's own origin, even after the upgrade to a WebSocket", async ({
    page,
  }) => {
    const rules = parseRules({ rules: { mine: { '.read': "auth.uid == 'victim'" } } });
    site = await openSite({ rules, cookie: true });
    await site.realtime.admin.set('mine', 'secret');
    await leaveFailure(page);
    await page.goto(site.origin);
    await expect.poll(() => seen(page)).toEqual(['secret']);
    await expect.poll(kinds).toEqual(['socket']);
  });

  test('reveals no data to a page on another port that loads /.lp as a script', async ({
    page,
    context,
  }) => {
    const rules = parseRules({ rules: { mine: { '.read': "auth.uid == 'victim'" } } });
    site = await openSite({ rules, cookie: true });
    await site.realtime.admin.set('mine', 'secret');
    await page.goto(`${site.origin}/sign-in`);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['who']);
    const evil = createServer((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      res.end('<!doctype html><title>evil</title><body></body>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    try {
      const attacker = await context.newPage();
      const sent: { cookie: string | undefined; site: string | undefined }[] = [];
      site.http.prependListener('request', ({ url, headers }) => {
        if (!url?.startsWith('/.lp?start')) return;
        sent.push({
          cookie: headers.cookie,
          site: headers['sec-fetch-site'] as string | undefined,
        });
      });
      await attacker.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
      const got = await attacker.evaluate(async (origin) => {
        const calls: unknown[] = [];
        Object.assign(window, {
          pLPCommand1: (...args: unknown[]) => calls.push(args),
          pRTLPCB1: (...args: unknown[]) => calls.push(args),
        });
        const loaded = await new Promise<string>((resolve) => {
          const element = document.createElement('script');
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          element.src = `${origin}/.lp?start=t&ser=1&cb=1&v=5&ns=x`;
          document.body.append(element);
        });
        return { calls, loaded };
      }, site.origin);
      // The browser did send the cookie, so it is the server that rejects the request.
      expect(sent).toEqual([{ cookie: 'who=victim', site: 'same-site' }]);
      expect(got).toEqual({ calls: [], loaded: 'refused' });
      await attacker.close();
    } finally {
      evil.closeAllConnections();
      evil.close();
    }
  });
});

test('the console works when WebSockets are blocked', async ({ page }) => {
  await page.routeWebSocket(/\/\.ws/, (socket) => socket.close());
  await leaveFailure(page);
  await openFlag(page, 'company', POLES.third);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(row(page, POLES.third).getByText('Online')).toBeVisible();
  const target = await otherPosition(page, POLES.third);
  await flagSwitch(page, target, POLES.third).click();
  await expect(row(page, POLES.third).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });
  await expect(flagSwitch(page, target, POLES.third)).toBeChecked();
});
