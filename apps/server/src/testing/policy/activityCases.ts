import type { Case } from './matrix.ts';

export const activityCases = (): Case[] => [
  {
    call: 'listActivity',
    what: 'of the company',
    act: (c, t) => c.call('GET', `/api/activity?companyId=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'activityCsv',
    what: 'of a flag',
    act: (c, t) => c.call('GET', `/api/activity/csv?flagId=${t.flagRowId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
];
