import type { MailTestOutcome } from '@halyard/domain';

/** The fields of nodemailer's errors that show why a test email failed. */
interface SmtpError {
  code?: string;
  /** The error code of the operating system for a failed connection, such as ECONNREFUSED. */
  originalCode?: string;
  command?: string;
}

const BY_SYSTEM: Record<string, MailTestOutcome> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'not-smtp',
  ETIMEDOUT: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETUNREACH: 'no-answer',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
};

/** Returns why a mail server did not accept a test email, without quoting the server's response. */
export function testOutcomeOf(error: unknown): MailTestOutcome {
  const { code = '', originalCode = '', command } = error as SmtpError;
  const system = BY_SYSTEM[originalCode];
  if (system) return system;
  if (/CERT|SIGNATURE/.test(originalCode)) return 'certificate';
  switch (code) {
    case 'EDNS':
      return 'unknown-host';
    case 'ETIMEDOUT':
      return 'no-answer';
    case 'EPROTOCOL':
      return 'not-smtp';
    case 'EAUTH':
      return 'login-refused';
    case 'ETLS':
      return command === 'STARTTLS' ? 'no-starttls' : 'not-smtp';
    case 'EENVELOPE':
    case 'EMESSAGE':
      if (command === 'MAIL FROM') return 'sender-refused';
      return command === 'RCPT TO' ? 'recipient-refused' : 'mail-refused';
    default:
      // A server with another protocol closes the connection, or does not respond with TLS.
      return /^ERR_SSL|^EPROTO$/.test(originalCode) || code === 'ECONNECTION'
        ? 'not-smtp'
        : 'failed';
  }
}
