import { setTimeout as sleep } from 'node:timers/promises';
import { type Part, withParts } from '../part.ts';
import type { BrowserFigures } from '../parts/browser.ts';
import { createPlace, fillFleet, measuredFleet, Product, REPORT_SECONDS } from '../product.ts';
import { fleetFlag } from '../productFleet.ts';
import type { Benchmark, Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

/**
 * How many seconds to wait, once all poles are online, for the server to finish its initial work.
 */
const SETTLE_SECONDS = 20;

const LIMITS = { signedIn: 1.5, list: 300, kilobytes: 100, pushes: 100, heap: 150, task: 50 };

/** Measures a master's console in a real browser while a large fleet reports to the server. */
export const consolePage: Benchmark = {
  name: 'console',
  run: () =>
    onEachStore((store) =>
      withParts({ reporters: 'reporters', browser: 'browser' }, (parts) => measure(store, parts)),
    ),
};

async function measure(
  store: StoreKind,
  { reporters, browser }: Record<'reporters' | 'browser', Part>,
): Promise<Result[]> {
  const { flags } = measuredFleet();
  const place = await createPlace(store);
  const { username, password } = fillFleet(place, flags);
  const server = await Product.start(place);
  try {
    const reporting = Array.from({ length: flags }, (_, n) => fleetFlag(n));
    const perSecond = flags / REPORT_SECONDS;
    await reporters.call('report', { url: server.url, flags: reporting, perSecond });
    await server.online(flags);
    await sleep(SETTLE_SECONDS * 1000);
    const seen = await browser.call<BrowserFigures>('visit', {
      ...{ url: server.url, username, password, flags },
    });
    const row = (what: string, ours: number, peer: number, unit: Result['unit']): Result => ({
      what: `console with ${flags.toLocaleString('en')} poles, ${store.name}: ${what}`,
      ...{ ours, peer, unit, against: 'the limit', goal: { atMost: 1 } },
    });
    return [
      row('sign-in until the first list', seen.signedIn / 1000, LIMITS.signedIn, 's'),
      row('a search, sort or page, p99', seen.listP99, LIMITS.list, 'ms'),
      row('the largest list', seen.largestList / 1000, LIMITS.kilobytes, 'kB'),
      row('pushes to the page', seen.pushes, LIMITS.pushes, '/s'),
      row('heap of the page', seen.heap / 1e6, LIMITS.heap, 'MB'),
      row('the longest task over 50 ms', seen.longestTask, LIMITS.task, 'ms'),
    ];
  } finally {
    await server.stop();
  }
}
