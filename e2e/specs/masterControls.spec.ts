import { expectAccessible } from '../world/accessibility.ts';
import { flagSwitch, otherPosition, POLES } from '../world/flags.ts';
import { connected, expect, signIn, startSession, test } from '../world/test.ts';
import { FULL_ONLY, tagOf } from '../world/variants.ts';

test('spec §4: a master control moves every online flag in the search result, on all pages', async ({
  page,
}) => {
  // The search finds all seven poles at one location by the location's name, including "Pier 1" to
  // "Pier 4".
  await signIn(page, 'company', '/flags?q=Lambert%20Pier');
  const control = page.getByRole('switch', { name: /^All Half, \d+ online$/ });
  await expect(control).toBeEnabled();
  await connected(page);
  await control.click();
  // A text search may find more poles than intended, so the console asks for confirmation first.
  // Enter confirms.
  await expect(page.getByRole('alertdialog')).toContainText('Now: ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Master control activated', { exact: true })).toBeVisible();
  await expect(page.getByText('All online flags updated', { exact: true })).toBeVisible();
  for (const name of ['Pier 1', 'Pier 3', 'Customs House', 'Truck Gate']) {
    await expect(flagSwitch(page, 'Flag Half', name)).toBeChecked();
    await expect(page.getByRole('row', { name }).getByText('Confirmed')).toBeVisible();
  }
  // The offline pole got no command.
  await expect(flagSwitch(page, 'Flag Half', 'Crane Yard')).not.toBeChecked();
  await expect(control).toBeChecked();
  await page.getByRole('switch', { name: /^All Up, / }).click();
  await page.getByRole('button', { name: /^Move \d+ poles$/ }).click();
  await expect(flagSwitch(page, 'Flag Up', 'Pier 1')).toBeChecked();
  await expect(flagSwitch(page, 'Flag Half', 'Pier 1')).not.toBeChecked();
});

test('a master control moves only the poles that the confirmation counted, even if other poles match the search by the time the user confirms', async ({
  page,
}) => {
  await startSession(page, 'master');
  const flags: { id: string; name: string }[] = await (await page.request.get('/api/flags')).json();
  const late = flags.find(({ name }) => name === 'Pier 3')!;
  const rename = async (name: string) => {
    const answer = await page.request.patch(`/api/flags/${late.id}`, { data: { name } });
    expect(answer.status()).toBe(200);
  };
  await page.goto('/flags?q=Pier%201');
  const control = page.getByRole('switch', { name: /^All Half, 1 online$/ });
  await expect(control).toBeEnabled();
  await connected(page);
  await control.click();
  await expect(page.getByRole('alertdialog')).toContainText('All Half: 1 pole');
  await rename('Pier 1b');
  try {
    await expect(page.getByRole('row', { name: 'Pier 1b', includeHidden: true })).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(page.getByText('All online flags updated', { exact: true })).toBeVisible();
    const [move] = await (await page.request.get('/api/moves')).json();
    expect(move.flags).toHaveLength(1);
    expect(move.flags[0].flagId).not.toBe(late.id);
  } finally {
    await rename('Pier 3');
  }
});

for (const delay of [0, 150])
  test(`Enter confirms a dialog opened by a double click, with ${delay} ms between the clicks`, {
    tag: tagOf(delay === 0),
  }, async ({ page }) => {
    await signIn(page, 'company', '/flags?q=Lambert%20Pier');
    const control = page.getByRole('switch', { name: /^Lamp, \d+ online$/ });
    await expect(control).toBeEnabled();
    await connected(page);
    await control.hover();
    const { mouse } = page;
    await mouse.down();
    await mouse.up();
    await page.waitForTimeout(delay);
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Now: ');
    await expect(question.locator(':focus')).toHaveCount(1);
    await expect(page.getByText('Master control activated', { exact: true })).toHaveCount(0);
    await mouse.click(5, 5);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Master control activated', { exact: true })).toBeVisible();
  });

test('a master control that affects more than one company asks for confirmation, and Cancel moves nothing', async ({
  page,
}) => {
  await signIn(page, 'master');
  await expect(page.getByText(/\d+ online/).first()).toBeVisible();
  await page.getByRole('switch', { name: /^All Down, / }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText(/^All Down: \d+ poles.+ poles at \d+ locations/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Master control activated', { exact: true })).toHaveCount(0);
});

test('every page lists the poles that did not carry out a command, with causes and a retry, until the user closes the list', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company', '/flags?q=Harbor%20Headquarters');
  await expect(flagSwitch(page, 'Flag Half', POLES.neverFollows)).toBeEnabled();
  // Five of the six poles move. The sixth never follows, so it gets a command for a different
  // position.
  const order = (await otherPosition(page, POLES.neverFollows)).replace('Flag ', '');
  await page.getByRole('switch', { name: new RegExp(`^All ${order}, \\d+ online$`) }).click();
  await page.getByRole('button', { name: /^Move \d+ poles$/ }).click();
  const panel = page.getByRole('region', { name: `${order}: result` });
  await expect(panel.getByText(/^Not confirmed after 15 sec; reports (Up|Down|Half)$/)).toBeVisible(
    {
      timeout: 45_000,
    },
  );
  await expect(panel.getByRole('listitem')).toContainText(POLES.neverFollows);
  await expect(panel.getByRole('heading')).toHaveText(`${order}: 5 of 6 poles confirmed`);
  await expect(
    page.getByRole('status').getByText(`${order}: 5 of 6 poles confirmed`),
  ).toBeAttached();
  await page.getByRole('link', { name: 'Locations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await expect(panel.getByText(POLES.neverFollows)).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Retry failed' }).click();
  await expect(panel.getByRole('heading')).toHaveText(
    `${order}: 5 of 6 poles confirmed, 1 waiting`,
  );
  await expect(panel.getByText(/^Not confirmed after 15 s/)).toBeVisible({ timeout: 45_000 });
  await panel.getByRole('button', { name: `Close result: ${order}` }).click();
  await expect(panel).toHaveCount(0);
});

test('Undo works after a reload: it restores every pole except one that has been moved since', async ({
  page,
}) => {
  await signIn(page, 'company', '/flags?q=Lambert%20Pier');
  const names = ['Pier 1', 'Pier 3', 'Customs House'];
  await expect(flagSwitch(page, 'Flag Up', 'Pier 1')).toBeEnabled();
  const positionOf = async (name: string) => {
    for (const label of ['Flag Up', 'Flag Down', 'Flag Half'])
      if ((await flagSwitch(page, label, name).getAttribute('aria-checked')) === 'true')
        return label;
    return 'none';
  };
  // The poles start in different positions.
  await flagSwitch(page, 'Flag Down', 'Pier 3').click();
  // The row may still show that an earlier command was confirmed.
  await expect(flagSwitch(page, 'Flag Down', 'Pier 3')).toBeChecked();
  const before = await Promise.all(names.map(positionOf));
  const control = (await positionOf('Pier 1')) === 'Flag Half' ? 'Up' : 'Half';
  await page.getByRole('switch', { name: new RegExp(`^All ${control}, `) }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Now: ');
  await page.keyboard.press('Enter');
  // An earlier test may have left the result of the same move, which is listed after this one.
  const panel = page.getByRole('region', { name: `${control}: result`, exact: true }).first();
  await expect(panel.getByRole('heading')).toContainText(/(\d+) of \d+ poles confirmed$/);
  for (const name of names) await expect(flagSwitch(page, `Flag ${control}`, name)).toBeChecked();
  await page.reload();
  await expect(flagSwitch(page, 'Flag Down', 'Customs House')).toBeEnabled();
  await flagSwitch(page, 'Flag Down', 'Customs House').click();
  await expect(flagSwitch(page, 'Flag Down', 'Customs House')).toBeChecked();
  await panel.getByRole('button', { name: 'Undo' }).click();
  const undone = page.getByRole('region', { name: `Undo ${control}: result` });
  await expect(undone.getByRole('listitem').filter({ hasText: 'Customs House' })).toContainText(
    /Moved by .* after this move/,
  );
  for (const [i, name] of names.slice(0, 2).entries())
    await expect(flagSwitch(page, before[i]!, name)).toBeChecked();
  await expect(flagSwitch(page, 'Flag Down', 'Customs House')).toBeChecked();
});
