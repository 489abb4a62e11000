import type { MailServer } from '@halyard/domain';

/** The default port for each scheme of a mail server's URL. */
const DEFAULT_PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 };

/** Returns the mail server in `SMTP_URL`, without its password. */
export function serverOfUrl(url: string): MailServer {
  const { protocol, hostname, port, username, searchParams } = new URL(url);
  const encryption = protocol === 'smtps:' ? 'tls' : requiresTls(searchParams);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || DEFAULT_PORTS[protocol]!,
    encryption,
    user: username === '' ? null : decodeURIComponent(username),
  };
}

const requiresTls = (params: URLSearchParams) =>
  params.get('tls') === 'required' ? 'starttls' : 'starttls-if-offered';

/**
 * Removes Halyard's own parameter `tls` from the URL, because the mail library does not support it.
 */
export function readSmtpUrl(url: string): { address: string; requireTLS: boolean } {
  const address = new URL(url);
  const requireTLS = address.searchParams.get('tls') === 'required';
  address.searchParams.delete('tls');
  return { address: address.href, requireTLS };
}
