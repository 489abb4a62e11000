import { newId } from '../../platform/database/text.ts';
import type { Case, Kit, Row } from './matrix.ts';

const PATH = '/api/half-staff/sources';
const DRAFTS = '/api/half-staff/source-drafts';

/**
 * Returns the expected status codes for sources and their drafts. Only masters may see them, and
 * they belong to no company.
 */
const onlyMasters = (status: number): Pick<Case, 'own' | 'foreign'> => {
  const row: Row = [status, 403, 403, 403, 403, 403, 401];
  return { own: row, foreign: row };
};

export const orderSourceCases = (kit: Kit): Case[] => {
  const body = () => ({
    kind: 'feed',
    name: 'Governor',
    url: `https://governor.example.gov/${newId()}`,
  });
  const make = async (): Promise<string> => (await kit.master.call('POST', PATH, body())).json.id;
  const makeDraft = async (): Promise<string> => {
    const id = newId();
    await kit.harness.services.db.queries
      .insertInto('source_entries')
      .values({
        id,
        source_id: await make(),
        key_hash: id,
        title: 'Flags at half-staff',
        link: null,
        document: null,
        published_at: null,
        found_at: kit.harness.time.now,
        seen_at: kit.harness.time.now,
        status: 'waiting',
        tries: 0,
        text: 'Flags at half-staff',
        orders: '[]',
        unread: null,
        decided_at: null,
        decided_by: null,
      })
      .execute();
    return id;
  };
  return [
    {
      call: 'listOrderSources',
      what: 'all of the installation',
      act: (c) => c.call('GET', PATH),
      ...onlyMasters(200),
    },
    {
      call: 'watchFederalSources',
      what: 'yes, and no',
      act: async (c) => {
        await c.call('PUT', `${PATH}/federal`, { watch: true });
        return c.call('PUT', `${PATH}/federal`, { watch: false });
      },
      ...onlyMasters(200),
    },
    {
      call: 'addOrderSource',
      what: 'a feed',
      act: (c) => c.call('POST', PATH, body()),
      ...onlyMasters(201),
    },
    {
      call: 'updateOrderSource',
      what: 'off',
      act: async (c) => c.call('PATCH', `${PATH}/${await make()}`, { isOn: false }),
      ...onlyMasters(200),
    },
    {
      call: 'checkOrderSource',
      what: 'by its ID',
      act: async (c) => c.call('POST', `${PATH}/${await make()}/check`),
      ...onlyMasters(200),
    },
    {
      call: 'renewSourceSecret',
      what: 'of a webhook',
      act: async (c) => {
        const added = await kit.master.call('POST', PATH, { kind: 'webhook', name: 'City hall' });
        return c.call('POST', `${PATH}/${added.json.id}/secret`, {});
      },
      ...onlyMasters(200),
    },
    {
      call: 'deliverToSource',
      what: 'without a signature',
      act: async (c) => {
        const added = await kit.master.call('POST', PATH, { kind: 'webhook', name: 'City hall' });
        return c.call('POST', `${PATH}/${added.json.id}/deliveries`, { text: 'Flags' });
      },
      // A session makes no difference, because only the signature counts.
      own: [401, 401, 401, 401, 401, 401, 401],
      foreign: [401, 401, 401, 401, 401, 401, 401],
    },
    {
      call: 'deleteOrderSource',
      what: 'by its ID',
      act: async (c) => c.call('DELETE', `${PATH}/${await make()}`),
      ...onlyMasters(204),
    },
    {
      call: 'listSourceDrafts',
      what: 'all of the installation',
      act: (c) => c.call('GET', DRAFTS),
      ...onlyMasters(200),
    },
    {
      call: 'getSourceDraft',
      what: 'by its ID',
      act: async (c) => c.call('GET', `${DRAFTS}/${await makeDraft()}`),
      ...onlyMasters(200),
    },
    {
      call: 'dismissSourceDraft',
      what: 'by its ID',
      act: async (c) => c.call('DELETE', `${DRAFTS}/${await makeDraft()}`),
      ...onlyMasters(204),
    },
  ];
};
