import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const PERIOD = 'sunrise 2026-05-09 - sunset 2026-05-09';
const ORDER =
  'COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags in Ohio to be flown at half-staff from sunrise to sunset on Saturday, May 9, 2026, in honor of Trooper Jan Roe.';

test.each([
  'Governor Ann Poe of Ohio has called off the half-staff order for Trooper Jan Roe.',
  'Governor Ann Poe of Ohio called off the lowering of flags for Trooper Jan Roe.',
  'Governor Ann Poe of Ohio has scrapped the order to lower flags to half-staff on May 9.',
  'Governor Ann Poe of Ohio has retracted her half-staff proclamation.',
  'Governor Ann Poe of Ohio has set aside the half-staff order.',
  'Governor Ann Poe of Ohio has rescinded Executive Order 2026-11, which lowered flags to half-staff.',
  'The order of Ohio Governor Ann Poe to lower flags to half-staff on May 9, 2026, is off.',
  'The half-staff order issued by Ohio Governor Ann Poe for May 9, 2026, is void.',
])('the order reader recognizes a cancellation: "%s"', (text) => {
  expect(summaryOf(text)).toBe('half | governor | OH | null - null | cancels');
});

test.each([
  'The order was called off.',
  'The Governor called it off on Thursday.',
  'The lowering has been cancelled.',
  'The Governor withdrew the order on Thursday, May 7.',
  'RESCINDED',
  'Rescinded May 7, 2026',
])('the order reader recognizes a cancellation in a sentence near an order: "%s"', (sentence) => {
  for (const text of [`${ORDER} ${sentence}`, `${sentence}\n\n${ORDER}`])
    expect(summaryOf(text)).toBe('half | governor | OH | null - null | cancels');
});

test.each([
  'The order has been suspended.',
  'The order is no longer in effect.',
  'The order is on hold.',
  'The Governor has reversed course.',
  'A judge blocked the order.',
  'Flags will not be lowered after all.',
  'The lowering has been postponed.',
  'The lowering will not take place.',
  'The date of the lowering has been moved to May 12, 2026.',
  'The dates above are no longer valid.',
])(
  'the order reader leaves the days of an order empty if an update puts them in doubt: "%s"',
  (sentence) => {
    expect(summaryOf(`${ORDER}\n\nUPDATE: ${sentence}`)).toBe('half | governor | OH | null - null');
  },
);

test.each([
  'The dates will be announced once services have been set.',
  'Dates will be announced later.',
  'The date has yet to be determined.',
  'The Governor will set the dates later.',
  'When flags will be lowered will be announced.',
])('the order reader does not take days from a title if the text contains "%s"', (sentence) => {
  const title = 'Flags to be lowered Friday for Trooper Roe';
  const text = `${title}\n\nCOLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags to half-staff in honor of Trooper Jan Roe. ${sentence}`;
  expect(summaryOf(text)).toBe('half | governor | OH | null - null');
});

test('the order reader treats an order as open-ended if the text says that the end date is still to be announced', () => {
  const text =
    'Governor Ann Poe of Ohio directed that flags be lowered immediately until the interment of Trooper Jan Roe. The date will be announced.';
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - open');
});

test.each(['This notice was sent in error.', 'Please disregard this order.'])(
  'the order reader finds no order in a notice that has been withdrawn: "%s"',
  (sentence) => {
    expect(summaryOf(`UPDATE: ${sentence}\n\n${ORDER}`)).toBe('none');
  },
);

test.each([
  'The funeral has been postponed.',
  'Funeral dates will be announced.',
  'The earlier order has been rescinded.',
  'The Governor canceled her trip.',
  'The order remains in effect unless it is rescinded.',
])(
  'the order reader still reads the right days of an order if the text contains the sentence "%s"',
  (sentence) => {
    expect(summaryOf(`${ORDER}\n\n${sentence}`)).toContain(PERIOD);
  },
);

test.each([
  'be flown at half-staff effective immediately',
  'be lowered to half-staff, effective immediately,',
  'be immediately lowered to half-staff',
])(
  'the order reader reads a letter that cites state law as an order if it says that flags may %s',
  (verb) => {
    const text = `Pursuant to Chapter 3100 of the Texas Government Code, flags in Bay County may ${verb} until sunset on May 9, 2026.`;
    const [order] = readOrders(text, { readOn: '2026-05-05' });
    expect(order?.narrower?.value).toBe('in Bay County');
    expect(order?.starts?.value).toEqual({ kind: 'immediately' });
  },
);
