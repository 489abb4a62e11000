import type { Case, Kit } from './matrix.ts';

const webhookBody = (companyId: string | null) => ({
  url: 'https://hooks.example.com/halyard',
  eventTypes: ['flag.position'],
  companyId,
});

export const webhookCases = (kit: Kit): Case[] => {
  const fresh = async (companyId: string | null) =>
    (await kit.master.call('POST', '/api/webhooks', webhookBody(companyId))).json.id as string;
  /**
   * Runs a case with a new webhook and then deletes the webhook, because a company may have only a
   * limited number.
   */
  const withFresh = async <T>(companyId: string | null, act: (id: string) => Promise<T>) => {
    const id = await fresh(companyId);
    try {
      return await act(id);
    } finally {
      await kit.master.call('DELETE', `/api/webhooks/${id}`);
    }
  };
  return [
    {
      call: 'listWebhooks',
      what: 'all that the caller may see',
      act: (c) => c.call('GET', '/api/webhooks'),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 200, 403, 403, 403, 403, 401],
    },
    {
      call: 'createWebhook',
      what: 'of a company that the body names',
      act: (c, t) => c.call('POST', '/api/webhooks', webhookBody(t.companyId)),
      own: [201, 201, 403, 403, 403, 403, 401],
      foreign: [201, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'createWebhook',
      what: 'of every company',
      act: (c) => c.call('POST', '/api/webhooks', webhookBody(null)),
      own: [201, 400, 403, 403, 403, 403, 401],
      foreign: [201, 400, 403, 403, 403, 403, 401],
    },
    {
      call: 'updateWebhook',
      what: 'by its ID',
      act: (c, t) =>
        withFresh(t.companyId, (id) => c.call('PATCH', `/api/webhooks/${id}`, { isOn: false })),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'updateWebhook',
      what: 'of every company',
      act: (c) => withFresh(null, (id) => c.call('PATCH', `/api/webhooks/${id}`, { isOn: false })),
      own: [200, 404, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'deleteWebhook',
      what: 'by its ID',
      act: (c, t) => withFresh(t.companyId, (id) => c.call('DELETE', `/api/webhooks/${id}`)),
      own: [204, 204, 403, 403, 403, 403, 401],
      foreign: [204, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'testWebhook',
      what: 'by its ID',
      act: (c, t) => withFresh(t.companyId, (id) => c.call('POST', `/api/webhooks/${id}/test`)),
      own: [201, 201, 403, 403, 403, 403, 401],
      foreign: [201, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'listDeliveries',
      what: 'of a webhook, by its ID',
      act: (c, t) =>
        withFresh(t.companyId, (id) => c.call('GET', `/api/webhooks/${id}/deliveries`)),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'sendAgain',
      what: 'a delivery of the webhook',
      act: (c, t) =>
        withFresh(t.companyId, async (id) => {
          const delivery = (await kit.master.call('POST', `/api/webhooks/${id}/test`)).json.id;
          return c.call('POST', `/api/webhooks/${id}/deliveries/${delivery}/send`);
        }),
      own: [200, 200, 403, 403, 403, 403, 401],
      foreign: [200, 404, 403, 403, 403, 403, 401],
    },
    {
      call: 'sendAgain',
      what: "another webhook's delivery",
      act: (c, t) =>
        withFresh(t.companyId, (id) =>
          withFresh(null, async (other) => {
            const delivery = (await kit.master.call('POST', `/api/webhooks/${other}/test`)).json.id;
            return c.call('POST', `/api/webhooks/${id}/deliveries/${delivery}/send`);
          }),
        ),
      own: [404, 404, 403, 403, 403, 403, 401],
      foreign: [404, 404, 403, 403, 403, 403, 401],
    },
  ];
};
