import { ALERT_ROLES, type AlertSettings, alertSettings, email } from '@halyard/domain';
import { z } from 'zod';

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Of a field left empty: no number, which the contract's own words refuse. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/**
 * The form's values: numbers as they are typed, addresses a line each, quiet hours beside whether there
 * are any. What comes out is judged by the contract.
 */
export const settingsValues = z
  .object({
    on: alertSettings.shape.on,
    offlineMinutes: z.string(),
    voltageBelow: z.string(),
    voltageAbove: z.string(),
    isQuiet: z.boolean(),
    quietFrom: z.string(),
    quietUntil: z.string(),
    roles: z.array(z.enum(ALERT_ROLES)),
    addresses: z.string().superRefine((text, ctx) => {
      const odd = linesOf(text).find((line) => !email.safeParse(line).success);
      if (odd !== undefined) ctx.addIssue({ code: 'custom', message: `“${odd}” is no address` });
    }),
  })
  .transform(({ isQuiet, quietFrom, quietUntil, ...values }) => ({
    ...values,
    offlineMinutes: numberOf(values.offlineMinutes),
    voltageBelow: numberOf(values.voltageBelow),
    voltageAbove: numberOf(values.voltageAbove),
    quietHours: isQuiet ? { from: quietFrom, until: quietUntil } : null,
    addresses: linesOf(values.addresses),
  }))
  .pipe(alertSettings);

/** What the form begins with. */
export function toValues(settings: AlertSettings): z.input<typeof settingsValues> {
  const { quietHours, addresses, offlineMinutes, voltageBelow, voltageAbove, ...same } = settings;
  return {
    ...same,
    offlineMinutes: String(offlineMinutes),
    voltageBelow: String(voltageBelow),
    voltageAbove: String(voltageAbove),
    isQuiet: quietHours !== null,
    quietFrom: quietHours?.from ?? '22:00',
    quietUntil: quietHours?.until ?? '07:00',
    addresses: addresses.join('\n'),
  };
}
