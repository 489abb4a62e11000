import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, test } from './test.ts';
import { isFull } from './variants.ts';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
export const THEMES = ['light', 'dark'] as const;

interface Look {
  name: string;
  size: { width: number; height: number };
  theme: (typeof THEMES)[number];
  /** Whether the operating system's colors replace the colors of the page (forced colors). */
  forced?: boolean;
}

/**
 * The combinations of screen width and theme to check. By default, each width and each theme is
 * checked once; `npm run test:full` checks all four combinations.
 */
export const LOOKS: readonly Look[] = SIZES.flatMap((size, column) =>
  THEMES.flatMap((theme, row) =>
    column === row || isFull ? [{ name: `${theme}, ${size.width} px`, size, theme }] : [],
  ),
);

const [DESK, PHONE] = SIZES;
/** Returns the size of a screen in CSS pixels at 200 % zoom. */
const zoomed = ({ width, height }: Look['size']) => ({ width: width / 2, height: height / 2 });

/** Zoom levels and forced colors to check, for users who enlarge the page or replace its colors. */
export const ENLARGED_OR_FORCED: readonly Look[] = [
  { name: 'at 200 % zoom', size: zoomed(DESK), theme: 'light' },
  { name: 'dark at 200 % zoom', size: zoomed(DESK), theme: 'dark' },
  { name: 'in forced light colors', size: DESK, theme: 'light', forced: true },
  { name: 'in forced dark colors', size: PHONE, theme: 'dark', forced: true },
  { name: 'at 200 % zoom on a phone', size: zoomed(PHONE), theme: 'light' },
  { name: 'dark at 200 % zoom on a phone', size: zoomed(PHONE), theme: 'dark' },
];

/**
 * Expects that axe finds no accessibility violations on the loaded page, and that the page does not
 * scroll sideways.
 * @param looks the widths, themes and zoom levels to check. If null, checks only the current look,
 * which is much faster, and only the topmost dialog if one is open.
 * @param part `topmost` to check only the topmost dialog; ignored if `looks` is null
 */
export async function expectAccessible(
  page: Page,
  looks: readonly Look[] | null = isFull ? LOOKS : null,
  part: 'all' | 'topmost' = 'all',
): Promise<void> {
  // Checking a whole page is slow on a busy machine.
  test.slow();
  if (looks === null) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await faultsOf(page, 'topmost'), 'axe').toEqual([]);
    return;
  }
  const before = page.viewportSize();
  const show = async (theme: Look['theme'], forced: boolean) => {
    // Without animations, colors have their final values.
    await page.emulateMedia({
      reducedMotion: 'reduce',
      forcedColors: forced ? 'active' : 'none',
      colorScheme: theme,
    });
    await page.evaluate(
      (dark) => document.documentElement.classList.toggle('dark', dark),
      theme === 'dark',
    );
    // Waits two frames, because elements get their colors when they are drawn.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  for (const { name, size, theme, forced = false } of looks) {
    await page.setViewportSize(size);
    await show(theme, forced);
    expect(await faultsOf(page, part), `axe, ${name}`).toEqual([]);
  }
  await show('light', false);
  if (before) await page.setViewportSize(before);
}

/**
 * Returns the violations that axe finds, and whether the page scrolls sideways.
 * @param part `topmost` to check only the topmost dialog, or the whole page if no dialog is open
 */
export async function faultsOf(page: Page, part: 'all' | 'topmost' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
    // Otherwise, cards far from the visible area keep the colors of the previous theme.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(sheet);
    });
  }
  return page.evaluate(async (checked) => {
    // Inherited colors are passed down one element per frame, so this waits for three frames
    // without a transition.
    for (let still = 0; still < 3; ) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const moves = document.getAnimations().some((each) => each instanceof CSSTransition);
      still = moves ? 0 : still + 1;
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) return [`scrolls sideways by ${scrollWidth - clientWidth} px`];
    const { axe: run } = window as typeof window & { axe: typeof axe };
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    const context = (checked === 'topmost' && [...dialogs].at(-1)) || document;
    const { violations } = await run.run(context, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, part);
}
