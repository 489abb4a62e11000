import type { OrderFacts } from '../facts/poleFacts.ts';
import type { Order } from '../orders/order.ts';

/** The map key for all companies that do not require a second approval. */
const OTHERS = '';

/**
 * Caches the versions of each order, because one order can apply to thousands of poles. The cache
 * is safe because orders are never modified in place.
 */
const known = new WeakMap<OrderFacts, Map<string, readonly Order[]>>();

/**
 * Returns the versions of an order that took effect for a company, oldest first. Versions that
 * still lack a required second approval are left out. In the result, `approvedAt` and `cancelledAt`
 * are the times when each version took effect and ended.
 */
export function versionsInEffect(order: OrderFacts, companyId: string): readonly Order[] {
  let byCompany = known.get(order);
  if (!byCompany) {
    byCompany = new Map();
    known.set(order, byCompany);
  }
  const key = demandsSecond(order, companyId) ? companyId : OTHERS;
  let versions = byCompany.get(key);
  if (!versions) {
    versions = findVersions(order, key);
    byCompany.set(key, versions);
  }
  return versions;
}

/** The version of an order that is in effect for a company; null if no version has taken effect. */
export const versionInEffect = (order: OrderFacts, companyId: string): Order | null =>
  versionsInEffect(order, companyId).at(-1) ?? null;

/** Whether the order's current version still needs a second approval for this company's poles. */
export const isWaiting = (
  { secondApprovals }: Pick<OrderFacts, 'secondApprovals'>,
  companyId: string,
): boolean => secondApprovals?.[companyId] === null;

/** Whether any company requires a second approval of any version of the order. */
export const hasSecondApprovals = ({ earlier = [], secondApprovals }: OrderFacts): boolean =>
  [{ secondApprovals }, ...earlier].some((version) => version.secondApprovals !== undefined);

/**
 * Returns the versions of an order that are in effect for at least one company. There are several
 * if some companies have not approved the newest one yet.
 */
export function latestVersions(order: OrderFacts): readonly Order[] {
  const companies = [order, ...(order.earlier ?? [])].flatMap(({ secondApprovals = {} }) =>
    Object.keys(secondApprovals),
  );
  return [...new Set([OTHERS, ...companies].flatMap((id) => versionInEffect(order, id) ?? []))];
}

const demandsSecond = ({ earlier = [], secondApprovals }: OrderFacts, companyId: string): boolean =>
  secondApprovals?.[companyId] !== undefined ||
  earlier.some((version) => version.secondApprovals?.[companyId] !== undefined);

function findVersions(order: OrderFacts, companyId: string): readonly Order[] {
  const earlier = order.earlier ?? [];
  if (order.approvedAt === null || (earlier.length === 0 && !order.secondApprovals)) return [order];
  const { earlier: _, secondApprovals, ...current } = order;
  const all = [
    ...earlier.map(({ from, until: _until, secondApprovals: seconds, revision, ...terms }) => ({
      terms: { ...current, ...terms, revision: revision ?? current.revision },
      from,
      seconds,
    })),
    { terms: current, from: earlier.at(-1)?.until ?? order.approvedAt, seconds: secondApprovals },
  ];
  const taking = all.flatMap(({ terms, from, seconds }) => {
    const second = seconds?.[companyId];
    if (second === null) return [];
    return [{ terms, from: second === undefined ? from : Math.max(from, second) }];
  });
  return taking.map(({ terms, from }, index) => ({
    ...terms,
    approvedAt: from,
    cancelledAt: taking[index + 1]?.from ?? order.cancelledAt,
  }));
}
