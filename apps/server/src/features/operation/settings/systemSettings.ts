import { Mutex } from 'async-mutex';
import type { GivenSettings } from '../../../platform/config/given.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { serverMailer, smtpMailer } from '../../../platform/mail/smtp.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import type { Services } from '../../calls/context.ts';
import {
  type BackupPlan,
  backupPlanOf,
  type EffectiveSettings,
  effectiveSettings,
} from './effective.ts';
import { openPassword, readStored, type StoredSettings } from './stored.ts';

/**
 * How often a process rereads the settings, in ms. This is necessary because a notification about
 * another process's change may get lost.
 */
const ROUND_MS = 10_000;

export interface SystemSettingsParts extends Pick<Services, 'db' | 'log'> {
  given: GivenSettings;
  /** The data folder, as an absolute path. */
  dataDir: string;
  /**
   * Used to decrypt the stored mail server password. Null if there are several processes but no
   * shared key.
   */
  secrets: SecretBox | null;
  /**
   * The mailer to use if there is no mail server, as in the demo. If null, emails cannot be sent.
   */
  fallback: Mailer | null;
  /**
   * Wraps every mailer created from the settings, for example to count emails. If omitted, mailers
   * are used unchanged.
   */
  around?: (mailer: Mailer) => Mailer;
  /** Makes the other processes reload the stored settings. Omitted if this is the only process. */
  announce?: () => void;
}

/**
 * The settings in effect in this process. Environment variables take precedence over settings that
 * masters have set. Changes reach all processes that share the database within seconds.
 */
export class SystemSettings {
  readonly parts: SystemSettingsParts;
  readonly #mailer: Mailer;
  #stored: StoredSettings;
  #effective: EffectiveSettings;
  /** The connection to the mail server, and the settings from which it was created. */
  #transport: { madeFrom: string; mailer: Mailer } | null = null;
  readonly #reading = new Mutex();

  private constructor(parts: SystemSettingsParts, stored: StoredSettings) {
    this.parts = parts;
    this.#stored = stored;
    this.#effective = effectiveSettings(parts.given, stored);
    const mailer: Mailer = {
      send: async (mail) => {
        const to = this.#transport?.mailer ?? parts.fallback;
        if (!to) throw new Error('The mail server was removed from the settings.');
        await to.send(mail);
      },
      close: () => {},
    };
    this.#mailer = parts.around?.(mailer) ?? mailer;
    this.#followMail();
  }

  /** Reads the stored settings. Rejects if the database is not available. */
  static async open(parts: SystemSettingsParts): Promise<SystemSettings> {
    return new SystemSettings(parts, await readStored(parts.db.queries));
  }

  /** The job that loads settings that other processes have stored. */
  get job(): Job {
    return {
      name: 'settings',
      where: 'each',
      everyMs: ROUND_MS,
      begin: () => ({ round: () => this.refresh() }),
    };
  }

  /** Closes the connections to the mail server. */
  async close(): Promise<void> {
    this.#transport?.mailer.close();
    this.#transport = null;
  }

  /**
   * Reads the stored settings and applies them to this process. Rejects, without any change, if the
   * database is not available.
   */
  refresh(): Promise<void> {
    // Run only one read at a time, so that an older result cannot arrive last.
    return this.#reading.runExclusive(() => this.#read());
  }

  async #read(): Promise<void> {
    this.#stored = await readStored(this.parts.db.queries);
    this.#effective = effectiveSettings(this.parts.given, this.#stored);
    this.#followMail();
  }

  get effective(): EffectiveSettings {
    return this.#effective;
  }

  /** The settings that masters have saved, including the encrypted mail server password. */
  get stored(): StoredSettings {
    return this.#stored;
  }

  /**
   * The current mailer. Null if emails cannot be sent. Read this property each time it is needed,
   * because the settings may change.
   */
  get mailer(): Mailer | null {
    return this.#transport || this.parts.fallback ? this.#mailer : null;
  }

  get backupPlan(): BackupPlan {
    return backupPlanOf(this.#effective, this.parts);
  }

  #followMail(): void {
    const { given, secrets, log } = this.parts;
    const madeFrom = JSON.stringify([this.#effective.mailFrom.value, this.#stored.mail]);
    if (this.#transport?.madeFrom === madeFrom) return;
    const from = this.#effective.mailFrom.value;
    const { value: server, source } = this.#effective.mailServer;
    const old = this.#transport;
    this.#transport = null;
    if (server !== null && from !== null) {
      const mailer =
        given.smtpUrl === null
          ? this.#storedMailer(from, secrets, log)
          : smtpMailer(given.smtpUrl, from);
      if (mailer) this.#transport = { madeFrom, mailer };
    }
    // Emails that are being sent are completed. Waiting emails are tried again.
    old?.mailer.close();
    if (old) log.info({ source }, 'The mail settings have changed');
  }

  #storedMailer(
    from: string,
    secrets: SecretBox | null,
    log: SystemSettingsParts['log'],
  ): Mailer | null {
    const { mail } = this.#stored;
    if (!mail) return null;
    const password = openPassword(secrets, mail.password);
    if (password === undefined)
      log.error('The password of the mail server cannot be read. Type it again under Settings');
    return serverMailer({ server: mail.server, password: password ?? null }, from);
  }
}
