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

/** The initial terms of a new order that is copied from an earlier order or a template. */
export type TermsLike = Omit<OrderTerms, 'sourceUrl'>;

/**
 * Returns the terms of a new order that is based on a template and starts today.
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
 * Returns the terms of a new order that repeats an earlier one: the same authority, reason, poles
 * and number of days, starting today.
 * @param now in epoch milliseconds
 */
export const termsLike = (order: Order, now: number): TermsLike =>
  termsFrom(templateOf(order), now);

/**
 * Returns a built-in template. If the user is not allowed to choose the template's scope, the scope
 * is the user's own company.
 */
export function templateFor(template: BuiltInTemplate, user: SessionUser): TemplateTerms {
  const mayAny = isOperator(user.role) || template.scope === 'locations';
  return { ...template, scope: emptyScope(mayAny ? template.scope : 'companies', user) };
}
