import type { Case } from './matrix.ts';

export const historyCases = (): Case[] => [
  {
    call: 'flagHistory',
    what: "of a flag in the caller's scope",
    act: (c, t) => c.call('GET', `/api/flags/${t.otherFlagRowId}/history?range=day`),
    own: [200, 200, 404, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'flagHistory',
    what: 'of an unknown range',
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/history?range=age`),
    own: [400, 400, 400, 400, 400, 400, 401],
    foreign: [400, 400, 400, 400, 400, 400, 401],
  },
  {
    call: 'flagUptime',
    what: "of a flag at the user's own location",
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/uptime`),
    own: [200, 200, 200, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'flagTimeline',
    what: "of a flag in the caller's scope",
    act: (c, t) => c.call('GET', `/api/flags/${t.otherFlagRowId}/timeline`),
    own: [200, 200, 404, 200, 200, 404, 401],
    foreign: [200, 404, 404, 404, 200, 404, 401],
  },
  {
    call: 'flagTimeline',
    what: 'of an unknown page',
    act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/timeline?after=1.0.x`),
    own: [400, 400, 400, 400, 400, 404, 401],
    foreign: [400, 404, 404, 404, 400, 404, 401],
  },
  {
    call: 'sparklines',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/history/sparklines'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'sparklines',
    what: 'of flags by their IDs',
    act: (c, t) => c.call('GET', `/api/history/sparklines?flags=${t.flagRowId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
];
