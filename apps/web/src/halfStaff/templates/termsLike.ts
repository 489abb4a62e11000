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

/** The initial terms in the form for a new order, from an earlier order or a template. */
export type TermsLike = Omit<OrderTerms, 'sourceUrl'>;

/**
 * Returns the terms of a new order from a template, starting today.
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
 * Returns the terms of a new order that is like an earlier one: the same authority, reason and
 * poles, starting today and lasting as many days. The earlier order's source is left out.
 * @param now in epoch milliseconds
 */
export const termsLike = (order: Order, now: number): TermsLike =>
  termsFrom(templateOf(order), now);

/**
 * Returns a built-in template with a scope that the user may choose, because a company can record
 * orders only for its own poles.
 */
export function templateFor(template: BuiltInTemplate, user: SessionUser): TemplateTerms {
  const mayAny = isOperator(user.role) || template.scope === 'locations';
  return { ...template, scope: emptyScope(mayAny ? template.scope : 'companies', user) };
}
