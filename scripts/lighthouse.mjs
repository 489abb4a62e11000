// Measures cold loads of pages of a running console with Lighthouse, and prints the median run of
// each. Signs in as master of the demo, or as --username with --password. Measures all pages if no
// names are given.
//   npm run lighthouse -- [--desktop] [--runs 3] [--url http://localhost:3000] [home pole …]
// A busy machine makes every figure worse, so compare before and after a change within minutes.
import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { CATEGORIES, medianRun, startLighthouse } from './lib/lighthouse.mjs';
import { say } from './lib/processes.mjs';
import { ensureInstalled, main } from './lib/setup.mjs';

/** Paths by the page names that the command accepts. Functions receive the first flag. */
const PAGES = {
  'sign-in': '/auth',
  home: '/',
  pole: (flag) => `/flags/${flag.id}`,
  flags: '/flags',
  companies: '/companies',
  company: (flag) => `/companies/${flag.companyId}`,
  locations: '/locations',
  location: (flag) => `/locations/${flag.locationId}`,
  employees: '/employees',
  'half-staff': '/half-staff',
  compliance: '/half-staff/proof',
  import: '/import',
  activity: '/activity',
  alerts: '/alerts',
  'refused-devices': '/refused-devices',
  integrations: '/integrations',
  settings: '/settings',
  profile: '/profile',
};

/** The Lighthouse audits for performance. */
const TIMINGS = [
  ...['first-contentful-paint', 'largest-contentful-paint', 'speed-index'],
  ...['total-blocking-time', 'cumulative-layout-shift'],
];

main(async () => {
  const { pages, device, runs, url, username, password } = readOptions();
  await ensureInstalled();
  const executablePath = await ensureChromium();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const lighthouse = await startLighthouse({ executablePath, args });
  try {
    say(`${device}, median of ${runs}`);
    say('page              perf  a11y  best   FCP ms  LCP ms  TBT ms    CLS  runs');
    // The sign-in page is measured first, and then the script signs in.
    let flag;
    for (const page of pages) {
      if (page !== 'sign-in') flag ??= await signIn(lighthouse.browser, url, username, password);
      const path = PAGES[page];
      const address = new URL(typeof path === 'string' ? path : path(flag), url).href;
      const seen = [];
      for (let run = 0; run < runs; run++) seen.push(await lighthouse.look(address, device));
      say(row(page, seen));
    }
  } finally {
    await lighthouse.close();
  }
});

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      desktop: { type: 'boolean', default: false },
      runs: { type: 'string', default: '3' },
      url: { type: 'string', default: 'http://localhost:3000' },
      username: { type: 'string', default: 'master' },
      password: { type: 'string', default: 'halyard-demo' },
    },
  });
  const unknown = positionals.filter((name) => !(name in PAGES));
  if (unknown.length > 0)
    throw new Error(
      `Unknown page: ${unknown.join(', ')}. Available: ${Object.keys(PAGES).join(', ')}`,
    );
  // In the order of the list, so that the sign-in page is measured before signing in.
  const pages = Object.keys(PAGES).filter(
    (name) => positionals.length === 0 || positionals.includes(name),
  );
  const { desktop, url, username, password } = values;
  return {
    ...{ pages, url, username, password },
    device: desktop ? 'desktop' : 'mobile',
    runs: Math.max(1, Number(values.runs) || 1),
  };
}

const isTiming = (fault) => TIMINGS.some((audit) => fault.startsWith(audit));

/**
 * Signs in.
 * @returns the first flag, whose pages are measured
 */
async function signIn(browser, url, username, password) {
  const data = { username, password };
  const answer = await browser.request.post(new URL('/api/login', url).href, { data });
  if (!answer.ok()) throw new Error(`Could not sign in: ${answer.status()} ${await answer.text()}`);
  const flags = await (await browser.request.get(new URL('/api/flags', url).href)).json();
  if (flags.length === 0) throw new Error('There is no flag whose page could be measured');
  return flags[0];
}

function row(page, runs) {
  const { scores, firstPaintMs, largestPaintMs, blockingMs, shift } = medianRun(runs);
  const each = runs.map(({ scores }) => scores.performance).join(' ');
  const line = [
    page.padEnd(16),
    ...CATEGORIES.map((category) => String(scores[category]).padStart(4)),
    ...[firstPaintMs, largestPaintMs, blockingMs].map((ms) => ms.toFixed(0).padStart(6)),
    shift.toFixed(3),
    `(${each})`,
  ].join('  ');
  // Problems that lower the scores of the other categories, which cannot be explained by noise.
  const others = new Set(runs.flatMap(({ faults }) => faults).filter((fault) => !isTiming(fault)));
  return [line, ...[...others].map((fault) => `    ${fault}`)].join('\n');
}
