import {
  type BuiltInTemplate,
  isOperator,
  localDate,
  type Order,
  type OrderTerms,
  type SessionUser,
  type TemplateTerms,
  templateOf,
  templateTimes,
} from '@halyard/domain';
import { emptyScope } from '../data/emptyScope.ts';

/** Where a form for a new order starts: the terms of an earlier order, or of a template. */
export type TermsLike = Omit<OrderTerms, 'sourceUrl'>;

/**
 * Returns the terms of a new order from a template, from today on.
 * @param now in epoch milliseconds
 */
export const termsFrom = (template: TemplateTerms, now: number): TermsLike => ({
  kind: template.kind,
  authority: template.authority,
  reason: template.reason,
  scope: template.scope,
  issuedAt: now,
  ...templateTimes(template, localDate(now)),
});

/**
 * Returns the terms of a new order like an earlier one: the same authority, reason and poles, from
 * today on and as many days long. The new order has a source of its own.
 * @param now in epoch milliseconds
 */
export const termsLike = (order: Order, now: number): TermsLike =>
  termsFrom(templateOf(order), now);

/**
 * Returns a template of every installation with a scope that the user may choose: a company orders
 * only for its own poles.
 */
export function templateFor(template: BuiltInTemplate, user: SessionUser): TemplateTerms {
  const mayAny = isOperator(user.role) || template.scope === 'locations';
  return { ...template, scope: emptyScope(mayAny ? template.scope : 'companies', user) };
}
