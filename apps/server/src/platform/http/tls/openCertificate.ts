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
 * Milliseconds between two reads of the files. Comparing their contents instead of waiting for file
 * events also works for renamed files, changed symbolic links and network folders.
 */
const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;

/** The certificate that the server uses. */
export interface ServedCertificate {
  /** The certificate used at startup. */
  readonly first: Certificate;
  /**
   * Gives a server each new certificate that appears in the files. Open connections continue. An
   * unusable certificate is logged, and the previous one stays in use.
   * @returns a function that stops watching the files
   */
  keepFresh(server: Server): () => void;
}

/** @throws ConfigError with one sentence about the invalid setting */
export async function openCertificate(
  files: CertificateFiles,
  { log, clock }: { log: Logger; clock: () => number },
): Promise<ServedCertificate> {
  const first = checkCertificate(await readTexts(files));
  let current = first;
  /**
   * The last day, counted from the epoch, on which the dates were checked. Limits warnings to one
   * per day.
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
 * Returns a function that checks the files, to be called repeatedly. It reports each new state
 * once, after two checks in a row have found it, because a renewal writes one file after the other.
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
