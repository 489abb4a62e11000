import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { dayText } from '@halyard/domain';
import { ConfigError } from '../../config/config.ts';
import type { CertificateFiles } from '../../config/given.ts';

/** The contents of two files: the TLS certificate and its key. */
export interface CertificateTexts {
  cert: string;
  key: string;
}

/** A valid TLS certificate and its details. */
export interface Certificate extends CertificateTexts {
  /**
   * The first host name in the TLS certificate. Null if the certificate has none, or only
   * wildcards.
   */
  host: string | null;
  /** The time when the TLS certificate becomes valid, in epoch milliseconds. */
  validFrom: number;
  validTo: number;
}

const DAY_MS = 86_400_000;
/**
 * How long before a certificate's expiry date the warnings begin, in ms. Certificates are normally
 * renewed a month before they expire.
 */
const SHORT_MS = 14 * DAY_MS;

/**
 * Reads the files of the TLS certificate and its key without checking their contents.
 * @throws ConfigError that says which setting's file cannot be read
 */
export async function readTexts(files: CertificateFiles): Promise<CertificateTexts> {
  return {
    cert: await readText('TLS_CERT', files.cert),
    key: await readText('TLS_KEY', files.key),
  };
}

async function readText(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = { ENOENT: 'does not exist', EACCES: 'cannot be read by this user' }[code ?? ''];
    throw new ConfigError(`${setting}: ${file} ${why ?? `cannot be read (${code})`}.`);
  }
}

/**
 * Checks that the contents of two files are a TLS certificate and its key.
 * @throws ConfigError with a sentence about the invalid setting
 */
export function checkCertificate(texts: CertificateTexts): Certificate {
  const certificate = parse('TLS_CERT has no certificate in PEM format.', () => {
    return new X509Certificate(texts.cert);
  });
  const key = parse(
    'TLS_KEY has no private key in PEM format without a passphrase.',
    (): KeyObject => createPrivateKey(texts.key),
  );
  if (!certificate.checkPrivateKey(key))
    throw new ConfigError('TLS_KEY does not match the certificate in TLS_CERT.');
  // Also check the certificate chain, and that OpenSSL accepts a key of this type and size.
  parse('TLS_CERT and TLS_KEY cannot be used', () => createSecureContext(texts));
  return {
    ...texts,
    host: hostOf(certificate),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
  };
}

/**
 * Runs a function that parses a certificate file, and converts its error to a ConfigError.
 * @param fault the error message; unless the message ends with a period, the cause is appended
 */
function parse<T>(fault: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const sentence = fault.endsWith('.') ? fault : `${fault}: ${(error as Error).message}.`;
    throw new ConfigError(sentence, { cause: error });
  }
}

function hostOf({ subjectAltName }: X509Certificate): string | null {
  const names = subjectAltName?.split(', ') ?? [];
  for (const name of names) {
    const host = /^DNS:([A-Za-z0-9.-]+)$/.exec(name)?.[1];
    if (host !== undefined) return host;
  }
  return null;
}

/**
 * Returns a sentence that warns the operator that the certificate has expired, expires soon or is
 * not valid yet. Null if its dates are fine.
 */
export function warningOf(certificate: Certificate, now: number): string | null {
  const { validFrom, validTo } = certificate;
  const day = (at: number) => dayText(at, 'UTC');
  if (now < validFrom) return `The TLS certificate is not valid before ${day(validFrom)}.`;
  if (now >= validTo) return `The TLS certificate has expired, on ${day(validTo)}.`;
  if (validTo - now < SHORT_MS) return `The TLS certificate expires on ${day(validTo)}.`;
  return null;
}
