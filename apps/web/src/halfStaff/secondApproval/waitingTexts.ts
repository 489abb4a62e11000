import { numberText, type WaitingOrder } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { polesText } from '../texts/polesText.ts';

/** Maximum number of companies to name. */
const SHOWN = 5;

type Companies = WaitingOrder['companies'];

/** Lists the companies, each with its number of poles: "Acme (3 poles), Birch (1 pole)". */
export const companiesText = (companies: Companies): string =>
  listed(
    companies.map(({ name, poles }) => t`${{ company: name }} (${{ poles: polesText(poles) }})`),
  );

/** Says which companies are waiting: "Waiting for a second approval: Acme (3 poles)". */
export const waitingText = (companies: Companies): string =>
  t`Waiting for a second approval: ${{ companies: companiesText(companies) }}`;

/**
 * Lists the companies that the user is not allowed to approve for: "Someone else must approve for
 * Acme." Empty if the user may approve for all companies.
 */
export function someoneElseText(companies: Companies): string {
  const others = companies.filter(({ mayApprove }) => !mayApprove);
  if (others.length === 0) return '';
  const names = listed(others.map(({ name }) => name));
  return t`Someone else must approve for ${{ companies: names }}.`;
}

function listed(items: readonly string[]): string {
  const list = items.slice(0, SHOWN).join(', ');
  const more = items.length - SHOWN;
  return more > 0 ? t`${{ list }} and ${{ count: numberText(more) }} more` : list;
}
