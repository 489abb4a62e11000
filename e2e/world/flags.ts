import type { Locator } from '@playwright/test';
import { type Page, type SignIn, signIn } from './test.ts';

/** Poles of the demo's first company, by what they do (apps/server/src/app/demo/content/world.ts). */
export const POLES = {
  normal: 'Main Entrance',
  another: 'Harbormaster Tower',
  third: 'Memorial Garden',
  neverFollows: 'Staff Parking',
  offline: 'Crane Yard',
} as const;

/** The flags page with one flag in it, so that it is on the first page of the list. */
const pathOf = (name: string) => `/flags?q=${encodeURIComponent(name)}`;

/** Signs in, and opens the flags page with one flag in it. */
export async function openFlag(page: Page, who: SignIn, name: string, baseURL = ''): Promise<void> {
  await signIn(page, who, baseURL + pathOf(name));
  await flagSwitch(page, 'Flag Up', name).waitFor();
}

/** Opens the flags page with one flag in it, as who is signed in. */
export async function findFlag(page: Page, name: string, baseURL = ''): Promise<void> {
  await page.goto(baseURL + pathOf(name));
  await flagSwitch(page, 'Flag Up', name).waitFor();
}

/** The table's row of a flag. */
export const row = (page: Page, name: string): Locator => page.getByRole('row', { name }).first();

/** The address of a flag's page, for whoever is signed in. */
export const polePath = async (page: Page, name: string): Promise<string> =>
  `/flags/${await idOf(page, name)}`;

/** The address of the location of a flag, for whoever is signed in. */
export const locationPath = async (page: Page, name: string): Promise<string> =>
  `/locations/${(await flagOf(page, name)).locationId}`;

/** Opens a flag's dialog by its address. */
export async function openFlagDialog(page: Page, name: string): Promise<void> {
  await page.goto(`/flags?dialog=flag:${await idOf(page, name)}`);
}

const idOf = async (page: Page, name: string) => (await flagOf(page, name)).id;

async function flagOf(page: Page, name: string) {
  const flags = await page.request.get('/api/flags');
  const all = (await flags.json()) as { id: string; name: string; locationId: string }[];
  return all.find((flag) => flag.name === name)!;
}

/** One switch, by the name that a screen reader says. */
export const flagSwitch = (page: Page, label: string, name: string): Locator =>
  page.getByRole('switch', { name: `${label}, ${name}`, exact: true });

/** The positions that the four switches show, as words. */
export async function shownStates(page: Page, name: string): Promise<string[]> {
  const on: string[] = [];
  for (const label of ['Flag Up', 'Flag Down', 'Flag Half', 'Lamp']) {
    if (await flagSwitch(page, label, name).isChecked()) on.push(label);
  }
  return on;
}

/** A position that the flag is not in now. */
export async function otherPosition(page: Page, name: string): Promise<'Flag Up' | 'Flag Down'> {
  return (await flagSwitch(page, 'Flag Up', name).isChecked()) ? 'Flag Down' : 'Flag Up';
}
