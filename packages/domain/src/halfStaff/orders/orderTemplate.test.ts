import { expect, test } from 'vitest';
import {
  BUILT_IN_TEMPLATES,
  NAME_BLANK,
  type TemplateTerms,
  templateTerms,
  templateTimes,
} from './orderTemplate.ts';

test.each<[Pick<TemplateTerms, 'starts' | 'ends'>, object]>([
  [
    { starts: { kind: 'sunrise' }, ends: { kind: 'sunset', days: 0 } },
    {
      starts: { kind: 'sunrise', date: '2027-12-31' },
      ends: { kind: 'sunset', date: '2027-12-31' },
    },
  ],
  [
    { starts: { kind: 'time', time: '09:30' }, ends: { kind: 'time', days: 2, time: '17:00' } },
    {
      starts: { kind: 'time', date: '2027-12-31', time: '09:30' },
      ends: { kind: 'time', date: '2028-01-02', time: '17:00' },
    },
  ],
  [
    { starts: { kind: 'immediately' }, ends: { kind: 'noon', days: 1 } },
    { starts: { kind: 'immediately' }, ends: { kind: 'noon', date: '2028-01-01' } },
  ],
  [
    { starts: { kind: 'immediately' }, ends: { kind: 'open' } },
    { starts: { kind: 'immediately' }, ends: { kind: 'open' } },
  ],
])('an order from the template %j starts today', (template, times) => {
  expect(templateTimes(template, '2027-12-31')).toEqual(times);
});

test("each built-in order template has a placeholder for a person's name", () => {
  for (const { reason, scope, ...rest } of BUILT_IN_TEMPLATES) {
    expect(reason).toContain(NAME_BLANK);
    const terms = { ...rest, reason, scope: { kind: 'all' } };
    expect(templateTerms.safeParse(terms).success, scope).toBe(true);
  }
});
