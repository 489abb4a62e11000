import type { SecureContextOptions } from 'node:tls';

/**
 * Allows TLS 1.2 and 1.3, with authenticated encryption (AEAD) and a fresh key for each connection.
 * For each type of key, there are AES suites for computers with AES hardware, and a ChaCha20 suite
 * for computers without, such as many poles.
 */
export const TLS_SUITES: Pick<SecureContextOptions, 'minVersion' | 'ciphers'> = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
};
