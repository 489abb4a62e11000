import { expectAccessible } from '../world/accessibility.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/** A demo with autopilot, so that an approval lowers poles. */
let demo: Awaited<ReturnType<typeof startWorld>>;
test.beforeAll(async () => {
  demo = await startWorld([], { autopilot: true });
});
test.afterAll(() => demo.stop());

const DAY_MS = 24 * 3_600_000;
/** Returns the date a number of days from today, such as "Wednesday, November 25, 2026". */
const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
const isoIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const SIGNED = `PHOENIX, Arizona, ${inDays(-1)}`;
const ORDERED = 'Governor Ann Bell of Arizona has ordered flags statewide to half-staff.';
const PERIOD = `Flags will be lowered from sunrise on ${inDays(2)} until sunset on ${inDays(4)}.`;
const HONORED = 'The order is in memory of Trooper Daniel Cole, who died in the line of duty.';
const PARAGRAPHS = [
  'Governor orders flags to half-staff',
  SIGNED,
  `${ORDERED} ${PERIOD}`,
  HONORED,
  'Media contact: press@gov.example',
];
const TEXT = PARAGRAPHS.join('\n\n');
const HTML = PARAGRAPHS.map((line) => `<p>${line}</p>`).join('');

const pasteDialog = (page: Page) => page.getByRole('dialog', { name: 'Paste order' });
const APPROVE = { name: /^Approve and lower \d+ poles?$/ };

async function open(page: Page, who: 'master' | 'company' = 'master'): Promise<void> {
  await signIn(page, who, `${demo.url}/half-staff`);
  await page.getByRole('button', { name: 'Paste order' }).click();
  await expect(pasteDialog(page).getByLabel('Text or link')).toBeFocused();
}

/** Pastes from the clipboard, as Ctrl+V does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
}

async function expectFilled(page: Page): Promise<void> {
  const form = pasteDialog(page);
  await expect(form.getByRole('combobox', { name: 'Kind' })).toHaveText('Half-staff');
  await expect(form.getByRole('combobox', { name: 'Ordered by' })).toHaveText('Governor');
  await expect(form.getByRole('checkbox', { name: 'Arizona' })).toBeChecked();
  await expect(form.getByLabel('Starts on')).toHaveValue(isoIn(2));
  await expect(form.getByLabel('Ends on')).toHaveValue(isoIn(4));
  await expect(form.getByLabel('Reason')).toHaveValue(/Trooper Daniel Cole/);
}

test("a user turns a governor's text into an order using only the keyboard, and each field shows the sentence that it comes from", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'master', `${demo.url}/half-staff`);
  await page.getByRole('button', { name: 'Paste order' }).focus();
  await page.keyboard.press('Enter');
  await expect(pasteDialog(page).getByLabel('Text or link')).toBeFocused();
  await expectAccessible(page);
  await paste(page, TEXT);
  await page.keyboard.press('Control+Enter');

  await expectFilled(page);
  const form = pasteDialog(page);
  await expect(form.getByLabel('Issued on')).toHaveValue(isoIn(-1));
  await expect(form.getByText(`${PERIOD}`, { exact: true }).first()).toBeVisible();
  await expect(form.getByText('Not in the text')).toHaveCount(0);
  await expect(form.getByRole('region', { name: 'Text' }).locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  await expect(form.getByRole('button', { name: 'Save draft' })).toBeFocused();
  await page.keyboard.press('Enter');

  const order = page.getByRole('dialog', { name: 'Half-staff' });
  const approve = order.getByRole('button', APPROVE);
  await expect(approve).toBeEnabled();
  for (let count = 0; count < 12; count++) {
    if (await approve.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order approved', { exact: true })).toBeVisible();
});

test('the source sentence of the focused field is highlighted in the pasted text', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page);
  await paste(page, TEXT);
  await page.keyboard.press('Control+Enter');
  const form = pasteDialog(page);
  await form.getByLabel('Ends on').focus();
  await expect(form.locator('mark[data-current]')).toHaveText(PERIOD);
  await form.getByLabel('Reason').focus();
  await expect(form.locator('mark[data-current]')).toHaveText(HONORED);
});

test("a PDF file can fill in the order form without violating the console's content security policy", async ({
  page,
  context,
}) => {
  const printed = await context.newPage();
  await printed.setContent(HTML);
  const buffer = await printed.pdf();
  await printed.close();
  await open(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'order.pdf', mimeType: 'application/pdf', buffer });
  await expectFilled(page);
});

test('an email dropped on the page fills in the order form', { tag: FULL_ONLY }, async ({
  page,
}) => {
  await open(page);
  const mail = [
    'From: press@gov.example',
    'Subject: Flags to half-staff',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    HTML,
  ].join('\r\n');
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'order.eml', { type: 'message/rfc822' }));
    return transfer;
  }, mail);
  await page.getByText('Drop a file here, or').dispatchEvent('drop', { dataTransfer: data });
  await expectFilled(page);
});

test('pasting text that contains no order shows that none was found, and leaves the form empty for the user to fill in', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page);
  await paste(page, 'The office is closed on Friday.');
  await page.keyboard.press('Control+Enter');
  const dialog = pasteDialog(page);
  await expect(dialog.getByText('No order found in this text.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fill in manually' }).click();
  await expect(dialog.getByText('Not in the text')).toHaveCount(7);
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await expect(dialog.getByText('Choose when the order starts.')).toBeVisible();
  await expect(dialog.getByText('Choose the poles that the order applies to.')).toBeVisible();
  await expectAccessible(page);
});

test("a company can paste its governor's order without a network", async ({ page, context }) => {
  await open(page, 'company');
  await context.setOffline(true);
  await paste(page, TEXT);
  await page.keyboard.press('Control+Enter');
  const form = pasteDialog(page);
  await expect(form.getByRole('combobox', { name: 'Ordered by' })).toHaveText('Governor');
  await expect(form.getByLabel('Ends on')).toHaveValue(isoIn(4));
  await context.setOffline(false);
});

test('Back closes the dialog for pasting an order', { tag: FULL_ONLY }, async ({ page }) => {
  await open(page);
  await page.goBack();
  await expect(pasteDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/half-staff$/);
});

test.describe('pasting an order on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the pasted text opens above the form without sideways scrolling', {
    tag: FULL_ONLY,
  }, async ({ page }) => {
    await signIn(page, 'master', `${demo.url}/half-staff?dialog=paste-order`);
    const dialog = pasteDialog(page);
    await dialog.getByLabel('Text or link').fill(TEXT);
    await dialog.getByRole('button', { name: 'Read' }).tap();
    await expectFilled(page);
    await dialog.getByText('Show the text').tap();
    await expect(dialog.getByRole('region', { name: 'Text' })).toBeVisible();
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] *')]
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.outerHTML.slice(0, 200)),
    );
    expect(wider).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
  });
});
