import { z } from 'zod';

/** Most characters of an ordinary text field; stops a form from storing megabytes. */
const TEXT_MAX = 200;
export const NOT_PLAIN = 'Control characters are not allowed';

/** A required text: trimmed, with the specification's message where it is missing or empty. */
export const required = (message: string, max = TEXT_MAX) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine(isPlainText, NOT_PLAIN);

/** An optional text: empty and null both mean none. */
export const optionalText = (max = TEXT_MAX) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine(isPlainText, NOT_PLAIN)
    .nullish()
    .transform((value) => (value ? value : null));

/** No control characters but tab and line breaks, no lone surrogates: PostgreSQL refuses some, screens the rest. */
export function isPlainText(value: string): boolean {
  for (const char of value) {
    const code = char.codePointAt(0)!;
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false;
  }
  return !/\p{Surrogate}/u.test(value);
}

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'At most 254 characters')
  .pipe(z.email('Enter a valid email address'));

/** Passwords everywhere: 8 to 200 characters, the specification's text (spec §5). */
export const newPassword = z
  .string({ error: 'Password must be at least 8 characters long.' })
  .min(8, 'Password must be at least 8 characters long.')
  .max(200, 'Password must be at most 200 characters long.');

export const id = z.string().min(1).max(200).refine(isPlainText, NOT_PLAIN);
