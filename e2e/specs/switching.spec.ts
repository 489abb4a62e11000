import type { Locator } from '@playwright/test';
import {
  flagSwitch,
  idOf,
  openFlag,
  otherPosition,
  POLES,
  row,
  shownStates,
} from '../world/flags.ts';
import { connected, expect, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/**
 * Records every text that the element shows, even for a moment.
 * @returns a function that returns the recorded texts
 */
async function recordTexts(element: Locator): Promise<() => Promise<string[]>> {
  const recorded = await element.evaluateHandle((node: HTMLElement) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(node.innerText)).observe(node, {
      ...{ subtree: true, childList: true, characterData: true },
    });
    return texts;
  });
  return () => recorded.jsonValue();
}

test('a switch shows that a command is pending, then what the pole reports, and only one position is on at a time', async ({
  page,
}) => {
  await openFlag(page, 'company', POLES.normal);
  await connected(page);
  const target = await otherPosition(page, POLES.normal);
  const other = target === 'Flag Up' ? 'Flag Down' : 'Flag Up';
  const shownTexts = await recordTexts(row(page, POLES.normal));
  await flagSwitch(page, target, POLES.normal).click();
  await expect(flagSwitch(page, target, POLES.normal)).toBeChecked();
  await expect(flagSwitch(page, other, POLES.normal)).not.toBeChecked();
  await expect(page.getByText('Switch toggled', { exact: true })).toBeVisible();
  await expect(row(page, POLES.normal).getByText('Confirmed')).toBeVisible();
  expect(await shownTexts()).toContainEqual(expect.stringContaining('Pending'));
  await expect(flagSwitch(page, target, POLES.normal)).toBeChecked();
  expect((await shownStates(page, POLES.normal)).filter((label) => label !== 'Lamp')).toEqual([
    target,
  ]);
});

test('two browsers side by side show the same position, even after a reload while a command is pending', async ({
  page,
  browser,
}) => {
  await openFlag(page, 'company', POLES.another);
  const second = await browser.newPage();
  await openFlag(second, 'location', POLES.another);

  const target = await otherPosition(page, POLES.another);
  await flagSwitch(page, target, POLES.another).click();
  await expect(flagSwitch(second, target, POLES.another)).toBeChecked();
  await expect(row(second, POLES.another).getByText(/Pending|Confirmed/)).toBeVisible();
  await page.reload();
  await expect(flagSwitch(page, target, POLES.another)).toBeChecked();
  await expect(row(page, POLES.another).getByText('Confirmed')).toBeVisible();
  await expect(row(second, POLES.another).getByText('Confirmed')).toBeVisible();
  await second.close();
});

test('the lamp switch is independent of the position', async ({ page }) => {
  await openFlag(page, 'master', POLES.third);
  const before = await shownStates(page, POLES.third);
  await flagSwitch(page, 'Lamp', POLES.third).click();
  await expect(row(page, POLES.third).getByText('Confirmed')).toBeVisible();
  const after = await shownStates(page, POLES.third);
  expect(after.filter((label) => label !== 'Lamp')).toEqual(
    before.filter((label) => label !== 'Lamp'),
  );
  expect(after.includes('Lamp')).toBe(!before.includes('Lamp'));
});

test('every lamp command is accepted while a colleague moves the pole many times a second', {
  tag: FULL_ONLY,
}, async ({ page, browser }) => {
  await openFlag(page, 'company', POLES.another);
  await connected(page);
  const id = await idOf(page, POLES.another);
  const colleague = await browser.newPage();
  await openFlag(colleague, 'location', POLES.another);
  const moves = colleague.evaluate(async (path) => {
    let accepted = 0;
    for (const end = performance.now() + 8000; performance.now() < end; ) {
      const body = { switches: [{ id: accepted % 2 ? 'sw1' : 'sw2', label: 'x', state: true }] };
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
      if (answer.ok) accepted++;
    }
    return accepted;
  }, `/api/flags/${id}`);
  for (let n = 0; n < 5; n++) {
    await flagSwitch(page, 'Lamp', POLES.another).click();
    await expect(page.getByText('Switch toggled', { exact: true }).first()).toBeVisible();
    await page.waitForTimeout(1000);
    await expect(page.getByText(/^Failed to update switch/)).toHaveCount(0);
  }
  expect(await moves).toBeGreaterThan(50);
  await colleague.close();
});

test('a command that the pole does not confirm within 15 s shows as not confirmed in every browser, and can be canceled', {
  tag: FULL_ONLY,
}, async ({ page, browser }) => {
  test.slow();
  await openFlag(page, 'company', POLES.neverFollows);
  const before = await shownStates(page, POLES.neverFollows);
  const target = await otherPosition(page, POLES.neverFollows);
  await flagSwitch(page, target, POLES.neverFollows).click();
  const word = `No response yet; will ${target === 'Flag Up' ? 'raise' : 'lower'} when it responds`;
  const ownRow = row(page, POLES.neverFollows);
  await expect(ownRow.getByTitle(word)).toBeVisible({ timeout: 30_000 });
  // The short text is not cut off.
  const short = ownRow.getByText('No response yet', { exact: true });
  expect(await short.evaluate((e) => e.scrollWidth <= e.parentElement!.clientWidth)).toBe(true);
  // The switch shows the position that the pole reports again.
  expect(await shownStates(page, POLES.neverFollows)).toEqual(before);

  const second = await browser.newPage();
  await openFlag(second, 'master', POLES.neverFollows);
  await expect(row(second, POLES.neverFollows).getByTitle(word)).toBeVisible();
  expect(await shownStates(second, POLES.neverFollows)).toEqual(before);
  await second.close();

  await page.getByRole('button', { name: `Cancel the command for ${POLES.neverFollows}` }).click();
  await expect(row(page, POLES.neverFollows).getByText(/No response/)).toHaveCount(0);
  expect(await shownStates(page, POLES.neverFollows)).toEqual(before);
});

test("a rejected command is reverted immediately, and a toast shows the specification's text", async ({
  page,
}) => {
  await openFlag(page, 'company', POLES.normal);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  const before = await shownStates(page, POLES.normal);
  // The machine's clock jumps back, so that the command is more than 30 s old when it arrives.
  await page.clock.setFixedTime(Date.now() - 10 * 60_000);
  await flagSwitch(page, 'Flag Half', POLES.normal).click();
  await expect(
    page.getByText('Failed to update switch. Change reverted.', { exact: true }),
  ).toBeVisible();
  expect(await shownStates(page, POLES.normal)).toEqual(before);
});

test('an offline pole is marked offline, and its switches are disabled', async ({ page }) => {
  await openFlag(page, 'master', POLES.offline);
  await expect(row(page, POLES.offline).getByText('Offline')).toBeVisible();
  for (const label of ['Flag Up', 'Flag Down', 'Flag Half', 'Lamp']) {
    await expect(flagSwitch(page, label, POLES.offline)).toBeDisabled();
  }
});

test('a pole that is silent for 300 s goes offline on an open screen without a reload', async ({
  page,
}) => {
  await page.clock.install();
  await openFlag(page, 'company', POLES.normal);
  await expect(row(page, POLES.normal).getByText('Online')).toBeVisible();
  // From here on, the page knows the server's time.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  // Repeated, because a reconnect in between may have set the page's clock to the server's time.
  await expect(async () => {
    await page.clock.fastForward(301_000);
    await expect(row(page, POLES.normal).getByText('Offline')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(flagSwitch(page, 'Flag Up', POLES.normal)).toBeDisabled();
});
