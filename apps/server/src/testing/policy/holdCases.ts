import type { Case, Kit } from './matrix.ts';

const HOUR_MS = 3_600_000;

export const holdCases = (kit: Kit): Case[] => {
  const expires = () => ({ kind: 'at', at: kit.harness.time.now + HOUR_MS });
  return [
    {
      call: 'poleHalfStaff',
      what: "at the user's own location",
      act: (c, t) => c.call('GET', `/api/flags/${t.flagRowId}/half-staff`),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'poleHalfStaff',
      what: 'at another location of the company',
      act: (c, t) => c.call('GET', `/api/flags/${t.otherFlagRowId}/half-staff`),
      own: [200, 200, 404, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'holdPole',
      what: 'for an hour',
      act: (c, t) =>
        c.call('POST', `/api/flags/${t.flagRowId}/hold`, { reason: 'Filming', expires: expires() }),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'holdPole',
      what: "at another of the company's locations, against an order that does not exist",
      act: (c, t) =>
        c.call('POST', `/api/flags/${t.otherFlagRowId}/hold`, {
          reason: 'Filming',
          expires: { kind: 'source-ends', sourceKey: 'order:none' },
        }),
      own: [400, 400, 404, 400, 400, 404, 401],
      foreign: [400, 404, 404, 404, 400, 404, 401],
    },
    {
      call: 'releaseHold',
      what: 'of another user',
      act: async (c, t) => {
        const url = `/api/flags/${await kit.fresh.flag(t)}/hold`;
        await kit.master.call('POST', url, { reason: 'Filming', expires: expires() });
        return c.call('DELETE', url);
      },
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
  ];
};
