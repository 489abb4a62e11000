import {
  MAIL_ENCRYPTIONS,
  MAIL_PORTS,
  mailSettingsInput,
  type SystemSettings,
} from '@halyard/domain';
import { z } from 'zod';
import { numberOf } from './sources.ts';

/** The values of the mail server's form, as typed. */
export const mailValues = z
  .object({
    host: z.string(),
    port: z.string(),
    encryption: z.enum(MAIL_ENCRYPTIONS),
    user: z.string(),
    password: z.string(),
    from: z.string(),
  })
  .transform(
    ({ port, user, ...values }): z.input<typeof mailSettingsInput> => ({
      ...values,
      port: numberOf(port),
      user: user.trim() || null,
    }),
  )
  .pipe(mailSettingsInput);

export type MailValues = z.input<typeof mailValues>;

/** Returns the initial values of the mail server's form, without the password. */
export function toMailValues({ server: { value }, from }: SystemSettings['mail']): MailValues {
  const encryption = value?.encryption ?? 'starttls';
  return {
    host: value?.host ?? '',
    port: String(value?.port ?? MAIL_PORTS[encryption]),
    encryption,
    user: value?.user ?? '',
    password: '',
    from: from.value ?? '',
  };
}
