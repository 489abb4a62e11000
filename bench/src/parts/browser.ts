import { type CDPSession, chromium, type Page, type Request } from '@playwright/test';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { offer } from '../part.ts';
import { quantile } from '../result.ts';

/** How many times the user searches, sorts and goes to the next page. */
const ROUNDS = 10;
/** How long the user reads between two actions, in ms. */
const READING_MS = 700;
/** How long to count the messages that the server pushes to an idle page, in seconds. */
const WATCHED_SECONDS = 20;
/** Maximum time in ms to wait for the expected content to appear on a page. */
const PATIENCE_MS = 60_000;

interface Visit {
  url: string;
  username: string;
  password: string;
  flags: number;
}

/** What a browser measured. Times are in ms, sizes in bytes. */
export interface BrowserFigures {
  /** The time from the click on Login until the first list is shown. */
  signedIn: number;
  /** The 99th percentile of the response times of list requests. */
  listP99: number;
  /** The size of the largest list response, as transferred over the network. */
  largestList: number;
  /** Messages received over the WebSocket, per second. */
  pushes: number;
  /** The heap in use after garbage collection. */
  heap: number;
  /**
   * The duration of the longest main-thread task after the first list was shown, in ms. 0 if no
   * task took at least 50 ms.
   */
  longestTask: number;
}

/** A real browser in which a user signs in to the console and works with the list of flags. */
offer({
  async visit({ url, username, password, flags }: Visit): Promise<BrowserFigures> {
    const executablePath = await findChromium();
    if (executablePath === null) throw new Error('There is no Chromium');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const devTools = await page.context().newCDPSession(page);
      let frames = 0;
      page.on('websocket', (socket) => socket.on('framereceived', () => frames++));
      const lists: Promise<List>[] = [];
      // A request that the page has given up, because its user typed on, never finishes.
      page.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname === '/api/flags') lists.push(listOf(request));
      });

      await page.goto(`${url}/auth`);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      const begun = performance.now();
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await shown(page, 1, flags);
      const signedIn = performance.now() - begun;

      await page.goto(`${url}/flags`);
      await shown(page, 1, flags);
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.waitForTimeout(READING_MS);
      await page.evaluate(WATCH_TASKS);
      const before = frames;
      await page.waitForTimeout(WATCHED_SECONDS * 1000);
      const pushes = (frames - before) / WATCHED_SECONDS;
      for (let round = 0; round < ROUNDS; round++) await work(page, round, flags);
      const received = await Promise.all(lists);
      return {
        signedIn,
        listP99: quantile(
          received.map(({ milliseconds }) => milliseconds),
          0.99,
        ),
        largestList: Math.max(...received.map(({ bytes }) => bytes)),
        pushes,
        heap: await heapOf(devTools),
        longestTask: await page.evaluate<number>('Math.max(0, ...benchTasks)'),
      };
    } finally {
      await browser.close();
    }
  },
});

/** Runs in the page: records the duration of each long task from now on, in ms. */
const WATCH_TASKS = `
  globalThis.benchTasks = [];
  new PerformanceObserver((list) => {
    benchTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
`;

interface List {
  milliseconds: number;
  bytes: number;
}

async function listOf(request: Request): Promise<List> {
  const { requestStart, responseEnd } = request.timing();
  const { responseBodySize } = await request.sizes();
  return { milliseconds: responseEnd - requestStart, bytes: responseBodySize };
}

/**
 * Waits until the list shows the page that starts at item number `first`. Checks in every animation
 * frame, because `locator.waitFor()` checks only every 500 ms after a while.
 * @param flags the total number of flags in the list
 */
async function shown(page: Page, first: number, flags: number): Promise<void> {
  await page.waitForFunction(
    (total) => {
      const counts = document.querySelectorAll('p[aria-live]');
      return [...counts].some(({ textContent }) => new RegExp(total).test(textContent ?? ''));
    },
    `Showing ${first}-\\d+ of ${flags} total items`,
    { polling: 'raf', timeout: PATIENCE_MS },
  );
}

/**
 * Searches for a flag, clears the search, sorts by voltage and shows the next page. Finds elements
 * by CSS, because a search by role takes up to 70 ms in the page and would count as a long task.
 */
async function work(page: Page, round: number, flags: number): Promise<void> {
  const search = page.locator('input[placeholder="Search flags..."]');
  // No other flag's name begins with the number of a flag in the upper half.
  const name = `Pole ${flags - 1 - ((round * 997) % Math.ceil(flags / 2))}`;
  await search.click();
  await page.keyboard.type(name, { delay: 60 });
  await page.locator(`td a[title="${name}"]`).waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(READING_MS);
  await search.fill('');
  await shown(page, 1, flags);
  await page.locator('th button', { hasText: 'Voltage' }).click();
  await page.waitForTimeout(READING_MS);
  await page.locator('nav button', { hasText: 'Next' }).click();
  await shown(page, 11, flags);
  await page.waitForTimeout(READING_MS);
}

async function heapOf(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  return (await devTools.send('Runtime.getHeapUsage')).usedSize;
}
