import type { Server } from 'node:tls';
import type { Logger } from 'pino';
import type { CertificateFiles } from '../../config/given.ts';
import {
  type Certificate,
  type CertificateTexts,
  checkCertificate,
  readTexts,
  warningOf,
} from './certificate.ts';
import { TLS_SUITES } from './suites.ts';

/**
 * Milliseconds between two looks at the files. Looking at what they hold, rather than waiting for the
 * system to tell of changes, holds for renamed files, changed symbolic links and network folders alike.
 */
const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;

/** The certificate by which the server serves. */
export interface ServedCertificate {
  /** The one of the start. */
  readonly first: Certificate;
  /**
   * Gives a server each new certificate that the files hold from now on; connections that are open go
   * on. What cannot be used is told in the log, and the one before stays.
   * @returns ends that
   */
  keepFresh(server: Server): () => void;
}

/** @throws ConfigError with one sentence that names the setting at fault */
export async function openCertificate(
  files: CertificateFiles,
  { log, clock }: { log: Logger; clock: () => number },
): Promise<ServedCertificate> {
  const first = checkCertificate(await readTexts(files));
  let current = first;
  /** The last day, counted from the epoch, on which its dates were looked at: one warning a day. */
  let lookedOn: number | null = null;
  const warn = () => {
    const today = Math.floor(clock() / DAY_MS);
    if (today === lookedOn) return;
    lookedOn = today;
    const warning = warningOf(current, clock());
    if (warning !== null) log.warn(warning);
  };
  warn();
  return {
    first,
    keepFresh(server) {
      const look = watch(files, first, {
        onTexts(texts) {
          current = checkCertificate(texts);
          server.setSecureContext({ ...TLS_SUITES, ...texts });
          lookedOn = null;
          log.info({ validTo: new Date(current.validTo) }, 'The TLS certificate has been renewed');
        },
        onFault(error) {
          log.error(
            `The TLS certificate cannot be renewed, the one before stays: ${error.message}`,
          );
        },
      });
      const timer = setInterval(() => {
        warn();
        void look();
      }, LOOK_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/**
 * A look at the files, to be repeated. It tells once of each state that two looks in a row have found:
 * whoever renews writes one file after the other.
 */
function watch(
  files: CertificateFiles,
  first: CertificateTexts,
  told: { onTexts(texts: CertificateTexts): void; onFault(error: Error): void },
): () => Promise<void> {
  let known = JSON.stringify([first.cert, first.key]);
  let seen = known;
  let isLooking = false;
  return async () => {
    if (isLooking) return;
    isLooking = true;
    const found = await readTexts(files).catch((error: Error) => error);
    isLooking = false;
    const state = found instanceof Error ? found.message : JSON.stringify([found.cert, found.key]);
    const isSettled = state === seen;
    seen = state;
    if (!isSettled || state === known) return;
    known = state;
    try {
      if (found instanceof Error) throw found;
      told.onTexts(found);
    } catch (error) {
      told.onFault(error as Error);
    }
  };
}
