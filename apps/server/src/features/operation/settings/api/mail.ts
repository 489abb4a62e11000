import {
  isSameMailServer,
  MAIL_TEST_OUTCOMES,
  type MailServer,
  type MailSettingsInput,
  type MailTestInput,
  type MailTestResult,
  PASSWORD_REQUIRED,
} from '@halyard/domain';
import { msg, t } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { AppError } from '../../../../platform/errors.ts';
import { chargeTry, MAIL_TESTS_BY_PERSON } from '../../../../platform/limits/rateLimits.ts';
import { framedMailer } from '../../../../platform/mail/frame.ts';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import { type MailSettings, noMailServer } from '../../../../platform/mail/settings.ts';
import { serverMailer, smtpMailer } from '../../../../platform/mail/smtp.ts';
import { testOutcomeOf } from '../../../../platform/mail/testOutcome.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, requireScope } from '../../../calls/context.ts';
import { requireFreshSignIn } from '../../../identity/sessions/freshSignIn.ts';
import { openPassword, type StoredSettings, sealPassword } from '../stored.ts';
import type { SystemSettings } from '../systemSettings.ts';
import { changeSettings, requireNotGiven } from './change.ts';

type StoredMail = NonNullable<StoredSettings['mail']>;

/**
 * Sets the mail server. If the user enters no password, keeps the stored one, but only for the same
 * server and mail user. Otherwise, someone could have the password sent to another server.
 * @throws AppError `invalid` if the password is required; `conflict` if an environment variable
 * sets the server, or if there is no key to encrypt the password with
 */
export async function setMailSettings(
  ctx: Context,
  system: SystemSettings,
  input: MailSettingsInput,
): Promise<void> {
  const { secrets } = system.parts;
  await changeSettings(ctx, system, ({ mail: stored }, effective) => {
    requireNotGiven(effective, 'mailServer');
    const server = serverOf(input);
    const { typed, kept } = passwordFor(server, input, stored);
    if (typed !== null && !secrets)
      throw new AppError(
        'conflict',
        msg`Couldn’t encrypt the password. Ask the operator to set SECRETS_KEY, which is required when more than one server process runs.`,
      );
    const password = typed === null ? kept : sealPassword(secrets!, typed);
    return {
      store: { mail: { server, from: input.from, password } },
      notes: passwordNotes(stored?.password ?? null, { typed, kept }),
    };
  });
}

/**
 * Removes the mail server and its password.
 * @throws AppError `conflict` if an environment variable sets the server
 */
export function removeMailSettings(ctx: Context, system: SystemSettings): Promise<void> {
  return changeSettings(ctx, system, ({ mail: stored }, effective) => {
    requireNotGiven(effective, 'mailServer');
    return {
      store: { mail: null },
      notes: passwordNotes(stored?.password ?? null, { typed: null, kept: null }),
    };
  });
}

const serverOf = ({ host, port, encryption, user }: MailServer): MailServer => ({
  host,
  port,
  encryption,
  user,
});

interface Password {
  /** The mail server password that the user has entered; null if the field was left blank. */
  typed: string | null;
  /** The encrypted password to keep; null if no password is stored. */
  kept: string | null;
}

/**
 * Returns the mail server password.
 * @throws AppError `invalid` if the user must enter the password
 */
function passwordFor(
  server: MailServer,
  { password }: MailSettingsInput,
  stored: StoredMail | null,
): Password {
  if (server.user === null) return { typed: null, kept: null };
  if (password !== '') return { typed: password, kept: null };
  if (stored?.password != null && isSameMailServer(stored.server, server))
    return { typed: null, kept: stored.password };
  throw new AppError(
    'invalid',
    stored?.password == null
      ? messageOf(PASSWORD_REQUIRED)
      : msg`Enter the password again: the server, port, encryption or user has changed.`,
  );
}

function passwordNotes(before: string | null, { typed, kept }: Password): string[] {
  if (typed !== null) return [before === null ? 'password set' : 'password replaced'];
  return before !== null && kept === null ? ['password removed'] : [];
}

/**
 * Sends the caller a test email with the given mail server settings. To prevent port scans, the
 * result reveals no more about a server than a mail client would, and attempts are limited and
 * logged.
 * @throws AppError `rate-limited` after too many attempts; `invalid` if the password is required;
 * `conflict` if the caller has no email address or no mail server is set
 */
export async function testMailSettings(
  ctx: Context,
  system: SystemSettings,
  settings: Pick<MailSettings, 'productName' | 'publicUrl'>,
  { settings: input }: MailTestInput,
): Promise<MailTestResult> {
  requireScope(ctx, 'settings.manage');
  requireFreshSignIn(ctx);
  await system.refresh();
  const { db, clock, log } = ctx;
  const { productName } = settings;
  const to = await addressOf(ctx);
  const { mailer, server } = input ? typedMailer(system, input) : mailerInEffect(system);
  await chargeTry(db, `mail-test:${ctx.actor.id}`, MAIL_TESTS_BY_PERSON, clock());
  try {
    const outcome = await framedMailer(mailer, settings)
      .send({
        to,
        subject: t`Test email from ${{ productName }}`,
        text: `${t`This is a test email from ${{ productName }}. If you can read it, the mail settings work.`}\n`,
      })
      .then(
        () => 'sent' as const,
        (error: unknown) => {
          log.warn({ err: error }, 'The mail server did not accept a test email');
          return testOutcomeOf(error);
        },
      );
    await db.transaction((trx) =>
      recordActivity(trx, ctx, {
        kind: 'settings.mailTested',
        companyId: null,
        subject: `${server.host}:${server.port}`,
        detail: { about: MAIL_TEST_OUTCOMES[outcome].replace(/\.$/, '') },
      }),
    );
    return { outcome, to };
  } finally {
    mailer.close();
  }
}

async function addressOf({ db, actor }: Context): Promise<string> {
  const user = await db.queries
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (!user?.email)
    throw new AppError(
      'conflict',
      msg`Your account has no email address: add one to your profile.`,
    );
  return user.email;
}

interface Tried {
  mailer: Mailer;
  server: MailServer;
}

function typedMailer(system: SystemSettings, input: MailSettingsInput): Tried {
  const { effective, stored, parts } = system;
  requireNotGiven(effective, 'mailServer');
  const server = serverOf(input);
  const { typed, kept } = passwordFor(server, input, stored.mail);
  const password = typed ?? openPassword(parts.secrets, kept);
  if (password === undefined)
    throw new AppError(
      'invalid',
      msg`Couldn’t read the stored password. Enter the password again.`,
    );
  const from = effective.mailFrom.source === 'environment' ? effective.mailFrom.value : input.from;
  return {
    server,
    mailer: serverMailer({ server, password }, from ?? input.from, true),
  };
}

function mailerInEffect({ effective, stored, parts }: SystemSettings): Tried {
  const server = effective.mailServer.value;
  const from = effective.mailFrom.value;
  if (server === null || from === null) throw noMailServer();
  if (parts.given.smtpUrl !== null)
    return { server, mailer: smtpMailer(parts.given.smtpUrl, from) };
  const password = openPassword(parts.secrets, stored.mail?.password ?? null) ?? null;
  return { server, mailer: serverMailer({ server, password }, from, true) };
}
