import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Creates a self-signed certificate and its key in PEM format, with OpenSSL. */
export async function newCertificate(
  names = 'DNS:localhost,IP:127.0.0.1',
): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'halyard-certificate-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90'];
  const subject = ['-subj', '/CN=Halyard', '-addext', `subjectAltName=${names}`];
  const files = ['-keyout', key, '-out', cert];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, ...files]);
  const texts = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  await rm(folder, { recursive: true });
  return texts;
}
