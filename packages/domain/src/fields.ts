import { plural, t } from '@halyard/messages';
import { z } from 'zod';

/**
 * Maximum length of an ordinary text field, in characters. Prevents a form from storing megabytes.
 */
const TEXT_MAX = 200;
export const NOT_PLAIN = t`Control characters are not allowed`;
export const NOT_VISIBLE = t`Invisible characters are not allowed`;

/**
 * A required single-line string, such as a name or a phone number, trimmed. A missing or empty
 * value is rejected with the specification's error message.
 */
export const required = (message: string, max = TEXT_MAX) => named(requiredText(message, max));

/**
 * The ID of an existing record. Not checked against the rules for new names, because the ID may
 * contain an older name that violates them.
 */
export const requiredId = (message: string, max = TEXT_MAX) =>
  requiredText(message, max).refine(isPlainText, NOT_PLAIN);

/**
 * A required multi-line string, trimmed. A missing or empty value is rejected with the
 * specification's error message.
 */
export const requiredLines = (message: string, max = TEXT_MAX) =>
  requiredText(message, max).refine(isPlainLines, NOT_PLAIN);

/** A required string that may contain any characters; the caller checks it against a pattern. */
export const requiredText = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, atMostCharacters(max));

const atMostCharacters = (max: number): string =>
  t`${plural({ max }, { one: 'At most # character', other: 'At most # characters' })}`;

/** An optional single-line string. Empty and null both mean that there is no value. */
export const optionalText = (max = TEXT_MAX) =>
  named(atMost(max))
    .nullish()
    .transform((value) => (value ? value : null));

/** An optional multi-line string. Empty and null both mean that there is no value. */
export const optionalLines = (max = TEXT_MAX) =>
  atMost(max)
    .refine(isPlainLines, NOT_PLAIN)
    .nullish()
    .transform((value) => (value ? value : null));

/** Adds the rule that a name must not contain control characters or invisible characters. */
export const named = (text: z.ZodString) =>
  text
    .refine(isPlainText, { error: NOT_PLAIN, abort: true })
    .refine(isVisibleText, { error: NOT_VISIBLE, abort: true });

const atMost = (max: number) => z.string().trim().max(max, atMostCharacters(max));

/**
 * Control characters, line and paragraph separators, characters that change the text direction, and
 * lone surrogates. They can inject lines into emails, spoof names on screen, or be rejected by
 * PostgreSQL.
 */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

/** Whether a string is a single line without control characters. */
export function isPlainText(value: string): boolean {
  return !NOT_IN_A_LINE.test(value);
}

/** Whether a string has no control characters other than line breaks and tabs. */
function isPlainLines(value: string): boolean {
  return isPlainText(value.replace(/[\t\n\r]/g, ''));
}

/**
 * The characters that may have a zero-width joiner or non-joiner next to them in a name: emoji, and
 * letters of scripts in which joiners change the letters' shapes.
 */
const JOINED =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}' +
  '\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}\\p{sc=Tibt}' +
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f';
const JOINER = new RegExp(`([${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`, 'gu');

/**
 * Whether a name has no invisible characters, which would make different names look the same.
 * Joiners are allowed where some languages need them.
 */
export function isVisibleText(value: string): boolean {
  return !/\p{Cf}/u.test(value.replace(JOINER, '$1'));
}

/** Whether a username has no invisible characters at all, not even joiners. */
export function isVisibleUsername(value: string): boolean {
  return !/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}

export const email = requiredText(t`Email is required`, 254).pipe(
  z.email(t`Enter a valid email address`),
);

/** The phone number of a user or location. Company phone numbers have a separate rule. */
export const phone = required(t`Phone number is required`, 40);

export const TIME_REQUIRED = t`Time is required`;

/** The current password, entered as proof of identity. The rules for new passwords do not apply. */
export const typedPassword = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(200);

const PASSWORD_TOO_SHORT = t`Password must be at least 8 characters long.`;

/**
 * A new password: 8 to 200 characters. A shorter one is rejected with the specification's error
 * message (spec §5).
 */
export const newPassword = z
  .string({ error: PASSWORD_TOO_SHORT })
  .min(8, PASSWORD_TOO_SHORT)
  .max(200, t`Password must be at most 200 characters long.`);

export const id = z.string().min(1).max(200).refine(isPlainText, NOT_PLAIN);

/** An ID in the path of a URL. */
export const pathId = z.string().min(1).max(300).refine(isPlainText, NOT_PLAIN);
