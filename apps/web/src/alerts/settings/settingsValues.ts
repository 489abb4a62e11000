import {
  ALERT_ROLES,
  ALERT_SECTIONS,
  type AlertSection,
  type AlertSettings,
  alertSettings,
  email,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useZodForm } from '@/components/ui/form.tsx';

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Converts typed text to a number. Returns NaN for an empty field, so that the API contract rejects
 * the field with its own message.
 */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const sections = z.array(z.enum(ALERT_SECTIONS));

/**
 * The values of the alert settings form. Numbers are kept as typed, and each line contains one
 * email address. `own` lists the sections in which a company has its own settings; `masters` lists
 * the masters who get emails about all companies.
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
    own: sections,
    masters: z.array(z.string()),
    addresses: z.string().superRefine((text, ctx) => {
      const odd = linesOf(text).find((line) => !email.safeParse(line).success);
      if (odd !== undefined)
        ctx.addIssue({ code: 'custom', message: t`“${{ address: odd }}” is not an email address` });
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
  .pipe(alertSettings.and(z.object({ own: sections, masters: z.array(z.string()) })));

export type SettingsInput = z.input<typeof settingsValues>;
export type SettingsOutput = z.output<typeof settingsValues>;

/** Returns the initial values of the form for alert settings. */
export function toValues(
  settings: AlertSettings,
  { own = [], masters = [] }: { own?: AlertSection[]; masters?: string[] },
): SettingsInput {
  const { quietHours, addresses, offlineMinutes, voltageBelow, voltageAbove, on, roles } = settings;
  return {
    on,
    roles,
    own,
    masters,
    offlineMinutes: String(offlineMinutes),
    voltageBelow: String(voltageBelow),
    voltageAbove: String(voltageAbove),
    isQuiet: quietHours !== null,
    quietFrom: quietHours?.from ?? '22:00',
    quietUntil: quietHours?.until ?? '07:00',
    addresses: addresses.join('\n'),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** @param draft the company's ID, or `defaults`; the unsaved input of each is kept separately */
export function useSettingsForm(values: SettingsInput, draft: string) {
  return useZodForm(settingsValues, values, `alerts ${draft}`);
}
