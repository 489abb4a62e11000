import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { api, PAGES } from '@halyard/domain';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Returns the table rows in one section of docs/differences.md, each as a list of cells. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = read('docs/differences.md').split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const code = (cell = '') => cell.replaceAll('`', '');
/** Converts paths such as "/flags/:id?" and "/flags/{id}" to one common format. */
const plain = (path: string) => path.replaceAll(/:(\w+)\??|\{(\w+)\}/g, '{}');
const sorted = (things: Iterable<string>) => [...things].toSorted();

/** The pages, menu items and calls in the specification, listed by hand (spec §2, §7). */
const SPECIFIED = {
  pages: ['/', '/auth', '/companies', '/companies/{id}', '/employees', '/flags']
    .concat(['/forgot-password', '/locations', '/profile'])
    .map(plain),
  items: ['Companies', 'Dashboard', 'Employees', 'Flags', 'Locations', 'Profile'],
  calls: [
    ...['GET /api/user', 'POST /api/login', 'POST /api/register', 'POST /api/logout'],
    ...['PATCH /api/user/profile', 'PATCH /api/user/password', 'POST /api/auth/forgot-password'],
    ...['GET /api/federal-holidays'],
    ...['companies', 'locations', 'flags', 'users'].flatMap((things) => [
      `GET /api/${things}`,
      `POST /api/${things}`,
      `PATCH /api/${things}/{id}`,
      `DELETE /api/${things}/{id}`,
    ]),
    ...['GET /api/locations/company/{id}', 'GET /api/users/company/{id}'],
    ...['GET /api/flags/company/{id}', 'GET /api/flags/location/{id}'],
  ].map(plain),
};

describe('docs/differences.md', () => {
  test('lists every page that is not in the specification', () => {
    const routes = read('apps/web/src/app/AppRoutes.tsx').matchAll(/<Route path="([^"]+)"/g);
    const pages = [...Object.keys(PAGES), ...[...routes].map(([, path]) => path!)].map(plain);
    const named = rowsBelow('Pages').map(([path]) => plain(code(path)));
    expect(sorted(pages)).toEqual(sorted([...SPECIFIED.pages, ...named]));
  });

  test('lists every menu item that is not in the specification', () => {
    const source = read('apps/web/src/app/navigation/navigation.ts');
    const items = [...source.matchAll(/label: t`([^`]+)`/g)].map(([, label]) => label!);
    const named = rowsBelow('Pages').flatMap(([, item]) => item || []);
    expect(sorted(items)).toEqual(sorted([...SPECIFIED.items, ...named]));
  });

  test('lists every API call that is not in the specification, with its purpose', () => {
    const calls = Object.values(api).map(({ method, path }) => `${method} ${plain(path)}`);
    const rows = rowsBelow('Calls');
    const named = rows.map(([call]) => plain(code(call)));
    expect(sorted(calls)).toEqual(sorted([...SPECIFIED.calls, ...named]));
    for (const [call, purpose] of rows) expect(purpose, call).not.toBe('');
  });
});
