// Exits with 0 if this container's server is ready. Uses the server's settings PORT and TLS_CERT.
import http from 'node:http';
import https from 'node:https';

const { PORT = '3000', TLS_CERT } = process.env;
// The certificate is for the public host name, not for 127.0.0.1, so it is not verified.
const get = TLS_CERT ? https.get : http.get;
const url = `${TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT}/healthz`;
get(url, { rejectUnauthorized: false, timeout: 4000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
