/** A plain-text mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands mails over for delivery. */
export interface Mailer {
  /** Resolves once the mail server has taken it. @throws whatever the mail server said */
  send(mail: Mail): Promise<void>;
  close(): void;
}
