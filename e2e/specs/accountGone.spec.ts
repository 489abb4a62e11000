import { expect, signIn, test } from '../world/test.ts';

const PASSWORD = 'a-long-enough-one';

test('a signed-in user whose company is deleted sees a message that the account no longer exists', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'master', '/companies');
  const name = `Gone ${Date.now()}`;
  const address = { address1: '1 Main St', city: 'Norfolk', state: 'VA', zip: '23510' };
  const made = await page.request.post('/api/companies', {
    headers: { origin: baseURL! },
    data: { name, ...address, phone: '757 555 0100' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id: companyId } = (await made.json()) as { id: string };
  const username = `gone${Date.now()}`;
  const user = await page.request.post('/api/users', {
    headers: { origin: baseURL! },
    data: {
      ...{ username, password: PASSWORD, role: 'company_user', companyId },
      ...{ firstName: 'Pat', lastName: 'Lee', email: 'pat@example.org', phone: '757 555 0101' },
    },
  });
  expect(user.status(), await user.text()).toBe(201);

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await context.newPage();
  const login = await theirs.request.post('/api/login', { data: { username, password: PASSWORD } });
  expect(login.status()).toBe(200);
  await theirs.goto('/flags');
  await expect(theirs.getByText('Connected', { exact: true })).toBeVisible();
  // The same user on another computer, which is switched off during the deletion.
  const asleep = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await asleep.request.post('/api/login', { data: { username, password: PASSWORD } });
  await asleep.goto('/flags');
  await expect(asleep.getByText('Connected', { exact: true })).toBeVisible();
  await asleep.goto('about:blank');
  const gone = await page.request.delete(`/api/companies/${companyId}`, {
    headers: { origin: baseURL! },
  });
  expect(gone.status()).toBe(204);
  await expect(theirs.getByText('This account no longer exists.')).toBeVisible();
  await expect(theirs).toHaveURL(/\/auth$/);
  await expect(theirs.getByText(/You were signed out/)).toHaveCount(0);
  await asleep.goto('/flags');
  await expect(asleep.getByText('This account no longer exists.')).toBeVisible();
  await asleep.context().close();
  await context.close();
});
