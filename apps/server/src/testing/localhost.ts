import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';

/** A certificate for localhost, valid for a hundred years, that clients must be configured to trust. */
export const LOCALHOST_CERT = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUJdattwGWC8IW/vRAUzroumj1a54wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzNDAxMFoYDzIxMjYxMDI4
MDM0MDEwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR07smWGUvHSgtJeMNMlasYvxZw6m0xaMOO0FXoalq9Yvsd1dHAjj4p
Mh8xI6L6zHHaVtAPRs5v4jvoK7DZzyh/o28wbTAdBgNVHQ4EFgQU1Rb6JFa1RBr6
ZSLoH9B3ZinIyxswHwYDVR0jBBgwFoAU1Rb6JFa1RBr6ZSLoH9B3ZinIyxswDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgXcj3vSp4ONmg0PYkJ3TKiXX+Ew26rU/Ucz/Wi5/sLQwCIQCh
Csb6XFaPIgOKqyNutjISM7v2jhvnNVzGvksy339rbA==
-----END CERTIFICATE-----
`;

/** The private key of the certificate. It is public, so it protects nothing. */
const LOCALHOST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggv5Ki0xy6ifrSQah
t7Y4+lRkntx5rCUChVOvSc4F6U6hRANCAAR07smWGUvHSgtJeMNMlasYvxZw6m0x
aMOO0FXoalq9Yvsd1dHAjj4pMh8xI6L6zHHaVtAPRs5v4jvoK7DZzyh/
-----END PRIVATE KEY-----
`;

/** Adds TLS in front of a port on this machine, as a proxy does. */
export async function startTls(port: number): Promise<{ port: number; close(): void }> {
  const server = createServer({ cert: LOCALHOST_CERT, key: LOCALHOST_KEY }, (outside) => {
    const inside = connect(port, '127.0.0.1');
    for (const socket of [inside, outside])
      socket.on('error', () => {
        inside.destroy();
        outside.destroy();
      });
    outside.pipe(inside).pipe(outside);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
