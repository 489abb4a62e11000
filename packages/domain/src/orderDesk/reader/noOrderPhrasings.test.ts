import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

test.each([
  'An AI-generated image shows Ohio Governor Ann Poe ordering flags to half-staff on May 9, 2026.',
  'In the play, the Governor of Ohio orders flags to half-staff until sunset on May 9, 2026.',
  'In the simulation, Governor Ann Poe of Ohio has ordered flags to half-staff until sunset on May 9, 2026.',
  'This is a drill. Governor Ann Poe of Ohio has ordered flags to half-staff until sunset on May 9, 2026.',
  'DRAFT: Governor [NAME] has ordered flags in [STATE] to half-staff until sunset on [DATE].',
  'Sample language: "Governor Ann Poe of Ohio has ordered flags to half-staff until sunset on May 9, 2026."',
  "Mexico's president ordered flags to half-staff until May 9, 2026.",
  'The Navajo Nation president ordered Navajo flags to half-staff from sunrise to sunset on May 9, 2026.',
  'Red flag warnings are lowered until sunset on May 9, 2026, by order of the state forester.',
  'Poll: 60 % want the Governor of Ohio to lower flags on May 9, 2026.',
  'The software lets the Governor of Ohio order flags to half-staff until sunset on May 9, 2026.',
  'Agenda item 4: Discuss lowering flags to half-staff on May 9, 2026, as the Governor of Ohio may order.',
  'To be signed by Governor Ann Poe of Ohio: order lowering flags to half-staff until sunset on May 9, 2026.',
  'Ohio law directs that flags be flown at half-staff on Peace Officers Memorial Day.',
])('the order reader finds no order in "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});

test('the order reader treats "The Governor wants them lowered" as part of an order', () => {
  const text =
    'May 6, 2026 - By direction of Governor Ann Poe, flags across Ohio go down to half-staff. The Governor wants them lowered from now until sunset on Saturday, May 9, 2026.';
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-09');
});

test.each(['Governor General Bo Lee', 'The Governor of the Federal Reserve'])(
  'the order reader does not mistake "%s" for the governor of a state',
  (office) => {
    const text = `${office} ordered flags to half-staff from sunrise to sunset on May 9, 2026.`;
    expect(summaryOf(text)).toMatch(/^half \| null \| null \| /);
  },
);

test('the order reader does not mistake federal property in a state for all places in the state', () => {
  const text =
    'The President ordered flags on federal property in Ohio to half-staff from sunrise to sunset on May 9, 2026.';
  expect(summaryOf(text)).toBe(
    'half | president | narrower | sunrise 2026-05-09 - sunset 2026-05-09',
  );
});

test('the order reader does not mistake the name before "flags" for the owner of the flags', () => {
  const text =
    'OHIO - By order of Governor Ann Poe flags are at half-staff in Ohio from sunrise to sunset on May 9, 2026.';
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-09 - sunset 2026-05-09');
});

test.each([
  'May 15, 2026 - Peace Officers Memorial Day - flags at half-staff sunrise to sunset\nDecember 7, 2026 - Pearl Harbor Remembrance Day - flags at half-staff sunrise to sunset',
  'Patriot Day: flags are at half-staff on September 11, 2026, from sunrise to sunset.\nPearl Harbor Remembrance Day: flags are at half-staff on December 7, 2026, from sunrise to sunset.',
])('the order reader finds no order in a list of annual days: "%s"', (text) => {
  expect(summaryOf(`Annual days\n\n${text}`)).toBe('none');
});

test.each([
  'THIS IS A TEST OF THE FLAG NOTIFICATION SYSTEM.\n\nBy order of Governor Ann Poe of Ohio, flags shall be lowered to half-staff from sunrise to sunset on May 9, 2026.',
  'EXERCISE TEXT BEGINS\nBy order of Governor Ann Poe of Ohio, flags shall be lowered to half-staff from sunrise to sunset on May 9, 2026.',
  'Use the text below.\n\n"Governor [NAME] has ordered the flags of the United States and the State lowered to half-staff until sunset on [WEEKDAY], [DATE]."',
  'Effective immediately, flags at all state facilities shall be flown at half-staff until sunset on the day of interment of [NAME].',
  'In his memory, flags at all 42 Roe stores will fly at half-staff from today through sunset on Friday, May 8, 2026.',
  'Governor Ann Poe of Ohio today announced that flags in Ohio are to return to full-staff at sunset on Thursday, May 7, 2026, as scheduled.',
  'As previously planned, flags return to full-staff in Ohio at sunset on Thursday, May 7, 2026, Governor Ann Poe announced.',
])('the order reader finds no order in "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});
