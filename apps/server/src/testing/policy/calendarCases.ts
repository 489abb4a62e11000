import type { Case, Kit } from './matrix.ts';

const PATH = '/api/half-staff/calendar-subscriptions';

export const calendarCases = (kit: Kit): Case[] => {
  const make = async (companyId: string) =>
    (await kit.master.call('POST', PATH, { companyId, state: 'TX' })).json;
  return [
    {
      call: 'listCalendarSubscriptions',
      what: 'all that the caller may see',
      act: (c) => c.call('GET', PATH),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 200, 403, 403, 403, 403, 401],
    },
    {
      call: 'createCalendarSubscription',
      what: 'of a company that the body names',
      act: (c, t) => c.call('POST', PATH, { companyId: t.companyId, state: 'VT' }),
      own: [201, 201, 403, 403, 403, 403, 401],
      foreign: [201, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'revokeCalendarSubscription',
      what: 'by its ID',
      act: async (c, t) => c.call('DELETE', `${PATH}/${(await make(t.companyId)).id}`),
      own: [204, 204, 403, 403, 403, 403, 401],
      foreign: [204, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'subscribedCalendar',
      what: 'by its URL',
      act: async (c, t) => c.call('GET', new URL((await make(t.companyId)).url).pathname),
      own: [200, 200, 200, 200, 200, 200, 200],
      foreign: [200, 200, 200, 200, 200, 200, 200],
    },
  ];
};
