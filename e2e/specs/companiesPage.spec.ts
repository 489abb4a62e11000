import { expectAccessible } from '../world/accessibility.ts';
import { flagSwitch } from '../world/flags.ts';
import { connected, expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const STAMP = Date.now();

test('spec §2: a master adds a company, views its details, edits it, and deletes it with all its data', async ({
  page,
  browser,
}) => {
  test.slow();
  const name = `Cedar Works ${STAMP}`;
  const watcher = await browser.newPage();
  await signIn(watcher, 'master', `/companies?q=${encodeURIComponent(name)}`);
  await expect(watcher.getByText(`No results for “${name}”`)).toBeVisible();
  await expect(watcher.getByText('Connected', { exact: true })).toBeVisible();

  await signIn(page, 'master');
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByText('Manage organizations and clients')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Locations',
    'Flags',
    'Users',
    'Actions',
  ]);

  await page.getByRole('button', { name: 'Add Company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Company' });
  await dialog.getByRole('button', { name: 'Add Company' }).click();
  for (const message of [
    'Company name is required',
    'Address 1 is required',
    'City is required',
    'State is required',
    'Zip code must be at least 5 digits',
    'Phone number must be at least 10 digits',
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address 1').fill('1 Oak Street');
  await dialog.getByLabel('City').fill('Reno');
  await dialog.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Nevada' }).click();
  await dialog.getByLabel('ZIP code').fill('89501');
  await dialog.getByLabel('Phone').fill('7755550100');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Company' }).click();
  await expect(page.getByText('Company created', { exact: true })).toBeVisible();
  await expect(watcher.getByRole('row', { name: new RegExp(name) })).toBeVisible();

  await page.getByPlaceholder('Search companies...').fill(name.toLowerCase());
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('cell')
    .nth(1)
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  for (const empty of ['No flags yet', 'No locations yet', 'No employees yet']) {
    await expect(page.getByText(empty)).toBeVisible();
  }

  await page.getByRole('button', { name: 'Add Location' }).click();
  const add = page.getByRole('region', { name: 'Add Location' });
  await expect(add.getByLabel('Name')).toBeFocused();
  await expect(add.getByLabel('Name')).toHaveValue(name);
  await expect(add.getByLabel('Address', { exact: true })).not.toHaveValue('');
  await add.getByLabel('Name').fill('Sawmill');
  await add.getByLabel('Address', { exact: true }).fill('2 Oak Street');
  await add.getByLabel('City').fill('Sun Valley');
  await add.getByLabel('ZIP code').fill('89433');
  await add.getByLabel('Phone').fill('7755550101');
  await expectAccessible(page);
  await add.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Nevada' }).click();
  await add.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByText('Location created', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Sawmill/ })).toContainText('Sun Valley, NV');
  await expect(page.getByRole('button', { name: 'Add Location' })).toBeFocused();
  // The list on the other screen shows the new number of locations.
  await expect(
    watcher
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('1');

  await page.getByRole('button', { name: 'Edit Company' }).click();
  const edit = page.getByRole('region', { name: 'Edit Company' });
  await edit.getByLabel('Name').fill(`${name} Ltd`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Company updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible();
  await expect(watcher.getByRole('link', { name: `${name} Ltd` })).toBeVisible();

  // Another user is viewing the company while it is being deleted.
  await watcher.getByRole('link', { name: `${name} Ltd` }).click();
  await expect(watcher.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Company' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Company' });
  await expect(question).toContainText(
    `Are you sure you want to delete "${name} Ltd"? Its locations, flags and users will also be removed: 1 location, 0 flags, 0 users.`,
  );
  await question.getByLabel('Type the company’s name to confirm').fill(`${name} Ltd`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Company deleted', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/companies$/);
  await expect(watcher.getByRole('heading', { name: 'Company not found' })).toBeVisible();
  await watcher.getByRole('link', { name: 'Back to Companies' }).click();
  await expect(watcher).toHaveURL(/\/companies$/);
  await watcher.close();
});

test('spec §2: the company page shows its flags with master controls, its locations and its employees, and updates all of them live', async ({
  page,
}) => {
  await signIn(page, 'master', '/companies');
  await page.getByRole('link', { name: 'Tidewater Harbor Authority' }).click();
  await expect(page.getByRole('link', { name: 'Back to Companies' })).toBeVisible();
  await expect(page.getByText('410 Water Street, Suite 300')).toBeVisible();
  await expect(page.getByText(/^\d+ online, \d+ offline$/)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  const flags = page.getByRole('table', { name: 'Flags' });
  await expect(flags.getByRole('columnheader')).toHaveText([
    'Flag',
    'Location',
    'Status',
    'Voltage',
    'Flag Up',
    'Flag Down',
    'Flag Half',
    'Lamp',
  ]);
  for (const control of [/^Auto Half Mast$/, /^All Up,/, /^All Down,/, /^All Half,/, /^Lamp, \d/]) {
    await expect(flags.getByRole('switch', { name: control })).toBeVisible();
  }
  const head = flags.getByRole('columnheader', { name: 'Flag', exact: true });
  for (const state of ['ascending', 'descending', 'none']) {
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', state);
  }
  await expect(
    page
      .getByRole('table', { name: 'Locations' })
      .getByRole('row', { name: /Harbor Headquarters/ }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Employees' }).getByRole('columnheader')).toHaveText(
    ['Name', 'Email', 'Role', 'Location', 'Status', 'Actions'],
  );

  const lamp = flagSwitch(page, 'Lamp', 'Customs House');
  const lit = await lamp.isChecked();
  await connected(page);
  await lamp.click();
  await expect(lamp).toBeChecked({ checked: !lit });
  await expect(page.getByText('Switch toggled', { exact: true })).toBeVisible();
  await expect(flags.getByRole('row', { name: 'Customs House' })).toContainText('Confirmed');

  const auto = flags.getByRole('switch', { name: 'Auto Half Mast' });
  const on = await auto.isChecked();
  for (const checked of [!on, on]) {
    // Two clicks on the same switch within 0.7 s count as a double click, unless the user clicks
    // elsewhere in between.
    await page.getByRole('heading', { level: 1 }).click();
    await auto.click();
    await expect(page.getByText('Auto Half Mass updated', { exact: true })).toBeVisible();
    await expect(auto).toBeChecked({ checked });
    await expect(auto).toBeEnabled();
  }
  await expectAccessible(page);
});

test("an unknown company's page shows 'Company not found' with a link back", {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master', '/companies/nosuchcompany');
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
});
