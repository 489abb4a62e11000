import type { Locator } from '@playwright/test';
import { expect, type Page, type SignIn, signIn } from './test.ts';

/** Poles of the demo's first company, by behavior (apps/server/src/app/demo/content/world.ts). */
export const POLES = {
  normal: 'Main Entrance',
  another: 'Harbormaster Tower',
  third: 'Memorial Garden',
  neverFollows: 'Staff Parking',
  offline: 'Crane Yard',
} as const;

/**
 * Returns the path of the flags page with a search for one flag, so that the flag is on the first
 * page of the list.
 */
const pathOf = (name: string) => `/flags?q=${encodeURIComponent(name)}`;

/** Signs in, and opens the flags page with a search for one flag. */
export async function openFlag(page: Page, who: SignIn, name: string, baseURL = ''): Promise<void> {
  await signIn(page, who, baseURL + pathOf(name));
  await flagSwitch(page, 'Flag Up', name).waitFor();
}

/** Opens the flags page with a search for one flag. A user must be signed in. */
export async function findFlag(page: Page, name: string, baseURL = ''): Promise<void> {
  await page.goto(baseURL + pathOf(name));
  await flagSwitch(page, 'Flag Up', name).waitFor();
}

/** Returns a flag's row in the table of flags. */
export const row = (page: Page, name: string): Locator => page.getByRole('row', { name }).first();

/** Returns the path of a flag's page. The signed-in user must be able to see the flag. */
export const polePath = async (page: Page, name: string): Promise<string> =>
  `/flags/${await idOf(page, name)}`;

/**
 * Returns the path of the location page for a flag. The signed-in user must be able to see the
 * flag.
 */
export const locationPath = async (page: Page, name: string): Promise<string> =>
  `/locations/${(await flagOf(page, name)).locationId}`;

/** Returns a flag's database ID (`Flag.id`). The signed-in user must be able to see the flag. */
export const idOf = async (page: Page, name: string) => (await flagOf(page, name)).id;

async function flagOf(page: Page, name: string) {
  const flags = await page.request.get('/api/flags');
  const all = (await flags.json()) as { id: string; name: string; locationId: string }[];
  return all.find((flag) => flag.name === name)!;
}

/** Returns one of a flag's switches: a position or the lamp. */
export const flagSwitch = (page: Page, label: string, name: string): Locator =>
  page.getByRole('switch', { name: `${label}, ${name}`, exact: true });

/** Returns the labels of a flag's switches that are on. */
export async function shownStates(page: Page, name: string): Promise<string[]> {
  const on: string[] = [];
  for (const label of ['Flag Up', 'Flag Down', 'Flag Half', 'Lamp']) {
    if (await flagSwitch(page, label, name).isChecked()) on.push(label);
  }
  return on;
}

/**
 * Returns a position other than the flag's current one. Waits until the pole has sent its first
 * report.
 */
export async function otherPosition(page: Page, name: string): Promise<'Flag Up' | 'Flag Down'> {
  await expect
    .poll(async () => (await shownStates(page, name)).some((label) => label !== 'Lamp'))
    .toBe(true);
  return (await flagSwitch(page, 'Flag Up', name).isChecked()) ? 'Flag Down' : 'Flag Up';
}
