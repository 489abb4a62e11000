import type { Case } from './matrix.ts';

export const deviceCases = (): Case[] => [
  {
    call: 'listRefusedDevices',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/refused-devices'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'getPoleCheck',
    what: "of a flag at the user's own location",
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/test`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'testPole',
    what: "of an offline pole at the user's own location",
    act: (c, t) => c.call('POST', `/api/flags/${t.flagRowId}/test`),
    own: [409, 409, 409, 409, 409, 404, 401],
    foreign: [409, 404, 404, 404, 409, 404, 401],
  },
];
