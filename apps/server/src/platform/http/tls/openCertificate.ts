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
 * How often to read the certificate files and compare their contents, in ms. File events are not
 * reliable enough: they may be missing for renamed files, symbolic links and network folders.
 */
const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;

/** The certificate that the server currently uses. */
export interface ServedCertificate {
  /** The server's certificate at startup. */
  readonly first: Certificate;
  /**
   * Makes a server use each new certificate that appears in the files. Open connections are not
   * affected. If a new certificate is invalid, logs the problem and keeps the current one.
   * @returns a function that stops watching the files
   */
  keepFresh(server: Server): () => void;
}

/**
 * Reads and checks the certificate files.
 * @throws ConfigError with a sentence about the invalid setting
 */
export async function openCertificate(
  files: CertificateFiles,
  { log, clock }: { log: Logger; clock: () => number },
): Promise<ServedCertificate> {
  const first = checkCertificate(await readTexts(files));
  let current = first;
  /**
   * The time when the certificate's dates were last checked, in days since 1970. Limits the
   * warnings to one per day.
   */
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
            `The new TLS certificate cannot be used; the previous one stays in use: ${error.message}`,
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
 * Returns a function that checks the certificate files. Call it repeatedly. It reports new contents
 * only when two checks in a row have found them, because a renewal writes one file after the other.
 */
function watch(
  files: CertificateFiles,
  first: CertificateTexts,
  events: { onTexts(texts: CertificateTexts): void; onFault(error: Error): void },
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
      events.onTexts(found);
    } catch (error) {
      events.onFault(error as Error);
    }
  };
}
