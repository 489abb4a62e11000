// Exits with 0 if this container's server can serve. The server's settings say where it listens.
import http from 'node:http';
import https from 'node:https';

const { PORT = '3000', TLS_CERT } = process.env;
// The certificate is for the public address, not for this machine's own, so it is not verified.
const get = TLS_CERT ? https.get : http.get;
const url = `${TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT}/healthz`;
get(url, { rejectUnauthorized: false, timeout: 4000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
