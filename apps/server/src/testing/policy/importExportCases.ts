import type { ImportKind } from '@halyard/domain';
import { newId } from '../../platform/database/text.ts';
import type { Client } from '../harness.ts';
import type { World } from '../world.ts';
import type { Case, Kit, Row } from './matrix.ts';

const COMPANIES = 'Name,Address 1,City,State,ZIP,Phone';
const FILES: Record<ImportKind, (target: World) => string> = {
  companies: () => `${COMPANIES}\nNew ${newId()},1 Main Street,Austin,TX,78701,5125550100`,
  locations: ({ companyId }) =>
    `Company,${COMPANIES}\n${companyId},New ${newId()},1 Main Street,Austin,TX,78701,5125550100`,
  flags: ({ companyId, locationId }) =>
    `Company,Location,Name,Flag ID\n${companyId},${locationId},Gate,N-${newId()}`,
  people: ({ companyId, locationId }) =>
    `Company,Location,First Name,Last Name,Email,Phone,Username\n${companyId},${locationId},A,B,a@example.test,5125550100,n-${newId()}`,
};

const EXPORTS: readonly [Case['call'], string, Row][] = [
  ['exportCompanies', '/api/export/companies', [200, 200, 200, 200, 200, 200, 401]],
  ['exportLocations', '/api/export/locations', [200, 200, 200, 403, 403, 403, 401]],
  ['exportFlags', '/api/export/flags?q=gate', [200, 200, 200, 200, 200, 200, 401]],
  ['exportUsers', '/api/export/people', [200, 200, 403, 403, 403, 403, 401]],
  ['exportInvitations', '/api/export/invitations', [200, 200, 403, 403, 403, 403, 401]],
];

/** Makes a complete import: the dry run, and then the import with the result of the dry run. */
async function importFile(caller: Client, kind: ImportKind, target: World) {
  const csv = FILES[kind](target);
  const preview = await caller.call('POST', `/api/import/${kind}/preview`, { csv });
  if (preview.status !== 200) return preview;
  return caller.call('POST', `/api/import/${kind}`, { csv, plan: preview.json.plan });
}

/**
 * The API calls about a single import: their method, and the part of their path after the import's
 * ID.
 */
const OF_ONE = {
  getImport: ['GET', ''],
  cancelImport: ['DELETE', ''],
  takeImportKeys: ['POST', '/keys'],
} as const;

export const importExportCases = ({ master, home }: Pick<Kit, 'master' | 'home'>): Case[] => [
  {
    call: 'previewImport',
    what: 'locations; those of another company are rejected line by line',
    act: (c, t) => c.call('POST', '/api/import/locations/preview', { csv: FILES.locations(t) }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'runImport',
    what: 'companies',
    act: (c, t) => importFile(c, 'companies', t),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'runImport',
    what: 'locations',
    act: (c, t) => importFile(c, 'locations', t),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 400, 403, 403, 403, 403, 401],
  },
  {
    call: 'runImport',
    what: 'flags',
    act: (c, t) => importFile(c, 'flags', t),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'runImport',
    what: 'users',
    act: (c, t) => importFile(c, 'people', t),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 400, 403, 403, 403, 403, 401],
  },
  {
    call: 'listImports',
    what: 'of the caller',
    act: (c) => c.call('GET', '/api/imports'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  ...(['getImport', 'cancelImport', 'takeImportKeys'] as const).map(
    (call): Case => ({
      call,
      what: 'of another user, as if it did not exist',
      act: async (c) => {
        const { json } = await importFile(master, 'flags', home);
        const [method, tail] = OF_ONE[call];
        return c.call(method, `/api/imports/${json.id}${tail}`);
      },
      own: [404, 404, 403, 403, 403, 403, 401],
      foreign: [404, 404, 403, 403, 403, 403, 401],
    }),
  ),
  ...EXPORTS.map(
    ([call, url, own]): Case => ({
      call,
      what: "in the caller's scope",
      act: (c) => c.call('GET', url),
      own,
      foreign: own,
    }),
  ),
];
