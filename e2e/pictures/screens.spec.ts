import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIZES, THEMES } from '../world/accessibility.ts';
import { startWorld } from '../world/processes.ts';
import { becomeViewer, openScreen, SCREENS, type Screen, VIEWERS } from '../world/screens.ts';
import { test as base, expect, type Page } from '../world/test.ts';

/** The folder for the pictures and their index, which `npm run screens` writes. */
const FOLDER = fileURLToPath(new URL('../../docs/screens', import.meta.url));
const JPEG = { type: 'jpeg', quality: 72, animations: 'disabled' } as const;

/** The demo as `npm run demo` shows it: with autopilot on, orders, and data from the past year. */
const test = base.extend<object, { world: { url: string } }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first argument.
    async ({}, use) => {
      const world = await startWorld([], { autopilot: true });
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Opens the compliance report for a past order. Without an order, the page would be empty. */
const openReport = async (on: Page) => {
  const orders = await on.request.get('/api/half-staff/orders');
  const all = (await orders.json()) as { id: string; reason: string }[];
  const past = all.find(({ reason }) => reason.includes('harbor pilots'))!;
  await on.goto(`/half-staff/proof?source=order:${past.id}`);
  await expect(on.getByText(past.reason).first()).toBeVisible();
};

/** The number of alerts that every new demo shows within a minute. */
const ALERTS = 4;

/** Waits until the server has noticed the problems of the demo's poles. */
const untilAlerts = (on: Page) =>
  expect
    .poll(
      async () => {
        const alerts = await on.request.get('/api/alerts?page=1&pageSize=10');
        return ((await alerts.json()) as { total: number }).total;
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThanOrEqual(ALERTS);

/** Leaves out the autopilot preview, which is only for installations where autopilot is off. */
const PICTURED = SCREENS.filter(({ name }) => name !== 'autopilot-preview').map((screen) =>
  screen.name === 'compliance' ? { ...screen, open: openReport } : screen,
);

const fileOf = (screen: Screen, width: number, theme: string) =>
  `${screen.name}-${width}-${theme}.jpg`;

test.beforeAll(() => {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
});

for (const viewer of VIEWERS) {
  const screens = PICTURED.filter((screen) => screen.for[0] === viewer);
  if (screens.length === 0) continue;
  test(`screenshots are taken of every screen that ${viewer} can see`, async ({ page }) => {
    test.setTimeout(900_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await becomeViewer(page, viewer);
    if (viewer === 'master') await untilAlerts(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const screen of screens) {
        await openScreen(page, screen);
        await expect(page.getByText(/^(Connecting|Reconnecting)$/)).toHaveCount(0);
        for (const theme of THEMES) {
          if (!(await choose(page, theme))) continue;
          const file = path.join(FOLDER, fileOf(screen, size.width, theme));
          await page.screenshot({ ...JPEG, path: file });
        }
      }
    }
  });
}

test('an index of the screenshots is written', () => {
  const sections = PICTURED.map((screen) => {
    const files = SIZES.flatMap(({ width }) => THEMES.map((theme) => fileOf(screen, width, theme)))
      .filter((file) => fs.existsSync(path.join(FOLDER, file)))
      .map((file) => `[<img src="${file}" height="240" alt="${file}">](${file})`);
    return `## ${screen.title}\n\n\`${screen.path}\`, as ${screen.for[0]}\n\n${files.join(' ')}\n`;
  });
  const introduction =
    'Every screen of the console with the data of the demo, on a desk and on a phone, in both ' +
    'themes; pages before sign-in only in the light one. `npm run screens` takes them again.';
  fs.writeFileSync(
    path.join(FOLDER, 'README.md'),
    `# Screens\n\n${introduction}\n\n${sections.join('\n')}`,
  );
});

/** Changes the theme as if in another tab. Returns whether the page has switched to it. */
async function choose(page: Page, theme: (typeof THEMES)[number]): Promise<boolean> {
  const shown = await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    window.dispatchEvent(new StorageEvent('storage'));
    return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
  }, theme);
  return shown === theme;
}
