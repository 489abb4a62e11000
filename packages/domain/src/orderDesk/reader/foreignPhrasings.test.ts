import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

const PERIOD = 'from sunrise to sunset on Friday, May 8, 2026';

test.each([
  `PARIS (May 3, 2026) - The mayor of Paris ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `PARIS, May 3, 2026 (AP) - Mayor Anne Poe ordered flags on city buildings lowered to half-staff ${PERIOD}. They will stay at half-staff until sunset on Saturday, May 9, 2026.`,
  `ATHENS, Greece, May 3, 2026 - Mayor Ann Poe ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `Ann Poe, mayor of Lyon, France, ordered flags lowered to half-staff ${PERIOD}.`,
  `Toronto Mayor Ann Poe ordered flags lowered to half-staff ${PERIOD}.`,
  `The Sydney City Council directed that flags be flown at half-mast ${PERIOD}.`,
  `The Governor of Ontario has ordered flags lowered to half-staff ${PERIOD}.`,
  `The governor of Jalisco, Enrique Poe, has ordered flags lowered to half-staff ${PERIOD}.`,
  `The governor of the Mexican state of Jalisco has ordered flags lowered to half-staff ${PERIOD}.`,
  `CITY OF TORONTO\nMay 3, 2026\n\nThe Mayor has ordered flags at all civic buildings lowered to half-staff ${PERIOD}.`,
  `Town of Elmvale, Ontario\nMay 3, 2026\n\nFlags at the Town Hall will be flown at half-mast ${PERIOD}.`,
  `All flags at Toronto City Hall will be flown at half-mast ${PERIOD}.`,
  `MEXICO CITY, May 3, 2026 - President Alma Poe ordered flags lowered to half-staff ${PERIOD}.`,
  `The Union Flag will be at half-mast on UK Government buildings. The flag should be flown at half-mast ${PERIOD}.`,
  `By royal decree, the flag of Norvania shall fly at half-mast ${PERIOD}.`,
])('the order reader finds no order in a text about another country: "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});

test.each([
  `PARIS, Texas (May 3, 2026) - The mayor of Paris ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `Ann Poe, mayor of Dublin, Ohio, ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `The mayor of Greenville, Jordan Poe, ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `Lebanon Mayor Ann Poe ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
  `ONTARIO, Calif. (May 3, 2026) - Ontario Mayor Ann Poe ordered flags on city buildings lowered to half-staff ${PERIOD}.`,
])('the order reader reads an order from the mayor of a town with a foreign name: "%s"', (text) => {
  expect(summaryOf(text)).toBe('half | city | narrower | sunrise 2026-05-08 - sunset 2026-05-08');
});

test('the order reader finds an order by the President in a news report from abroad', () => {
  const text =
    'PARIS (AP), May 3, 2026 - President Poe has ordered flags of the United States lowered to half-staff until sunset on Friday, May 8, 2026, the White House said.';
  expect(summaryOf(text)).toBe('half | president | all | immediately - sunset 2026-05-08');
});

test('the order reader does not mistake a family name for a monarch', () => {
  const text = `President Maria King of the Blue Mesa Nation has ordered flags lowered to half-staff ${PERIOD}.`;
  expect(summaryOf(text)).toBe('half | null | null | sunrise 2026-05-08 - sunset 2026-05-08');
});
