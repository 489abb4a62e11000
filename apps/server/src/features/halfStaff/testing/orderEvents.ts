import type { OrderEnd, OrderStart } from '@halyard/domain';
import { expect } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { updateCompany } from '../../customers/companies/companies.ts';
import { approveSecond } from '../orders/approveSecond.ts';
import { cancelOrder, getOrder, updateOrder } from '../orders/orders.ts';
import { type Handlers, unlessRefused } from './stage.ts';

/** Events that record, change and cancel orders. */
export const orderEvents = {
  async order(stage, given) {
    const { world } = stage;
    const terms = {
      authority: given.authority,
      kind: given.kind,
      scope: stage.scope(given.scope),
      starts: stage.dated(given.starts) as OrderStart,
      ends: stage.dated(given.ends) as OrderEnd,
    };
    const made = await world.order(terms).catch(unlessRefused);
    if (!made) return;
    stage.orders.push(made);
    const rest = { approvedAt: world.now(), cancelled: false, waiting: new Map() };
    const known = { ...terms, id: made.id, ...rest };
    stage.expected.wait(known, null);
    stage.expected.change(() => stage.expected.orders.push(known), false, []);
  },

  async amend(stage, given) {
    const present = stage.orders[given.order];
    if (!present) return;
    const { change } = given;
    const fields = {
      ...('scope' in change && { scope: stage.scope(change.scope) }),
      ...('starts' in change && { starts: stage.dated(change.starts) as OrderStart }),
      ...('ends' in change && { ends: stage.dated(change.ends) as OrderEnd }),
      ...('kind' in change && { kind: change.kind }),
      ...('authority' in change && { authority: change.authority }),
    };
    const made = await updateOrder(stage.world.ctx, present.id, {
      revision: present.revision,
      ...fields,
    }).catch(unlessRefused);
    if (!made) return;
    stage.orders[given.order] = made;
    const known = stage.expected.orders.find(({ id }) => id === present.id)!;
    const { authority, kind, scope, starts, ends } = known;
    stage.expected.wait(known, { authority, kind, scope, starts, ends });
    stage.expected.change(() => Object.assign(known, fields), false, []);
  },

  async demand(stage, given) {
    const { expected } = stage.at(given.which);
    const { companyId } = expected;
    const { twoApprovals, orders } = stage.expected;
    if (twoApprovals.has(companyId) === given.isOn) return;
    await updateCompany(stage.world.ctx, companyId, { twoApprovals: given.isOn });
    if (given.isOn) twoApprovals.add(companyId);
    else {
      twoApprovals.delete(companyId);
      const release = () => {
        for (const { waiting } of orders) waiting.delete(companyId);
      };
      stage.expected.change(release, false, []);
    }
  },

  async second(stage, given) {
    const { world } = stage;
    const { expected } = stage.at(given.which);
    const present = stage.orders[given.order];
    if (!present) return;
    const { companyId } = expected;
    const { version, revision } = await getOrder(world.ctx, present.id);
    const body = { version, revision, companyIds: [companyId] };
    const known = stage.expected.orders.find(({ id }) => id === present.id)!;
    if (known.waiting.has(companyId))
      await expect(approveSecond(world.ctx, present.id, body)).rejects.toThrow(AppError);
    const made = await approveSecond(world.second, present.id, body).catch(unlessRefused);
    if (!made) return;
    stage.expected.change(() => known.waiting.delete(companyId), false, []);
  },

  async cancel(stage, given) {
    const [gone] = stage.orders.splice(given.order, 1);
    if (!gone) return;
    await cancelOrder(stage.world.ctx, gone.id, { why: 'By mistake' });
    const known = stage.expected.orders.find(({ id }) => id === gone.id)!;
    stage.expected.change(() => Object.assign(known, { cancelled: true }), false, []);
  },
} satisfies Handlers<'order' | 'amend' | 'demand' | 'second' | 'cancel'>;
