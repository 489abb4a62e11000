import {
  ALERT_CONDITIONS,
  ALERT_LABELS,
  type AlertCondition,
  durationText,
  momentText,
  rangeText,
} from '@halyard/domain';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import { escapeHtml } from '../../../platform/http/html.ts';
import { mailFrame } from '../../../platform/mail/frame.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { AlertNotice } from './notify.ts';

const MINUTE_MS = 60_000;
/** Maximum number of poles that a digest lists; the rest are only counted. */
const MOST_LISTED = 500;

const OVER_LABELS: Record<AlertCondition, string> = {
  offline: 'Back online',
  voltage: 'Voltage in range again',
  'not-confirmed': 'Command settled',
  'movement-failed': 'Moves again',
  'wrong-position': 'Position correct again',
};

const DIGEST_LABELS: Record<AlertCondition, string> = {
  offline: 'offline',
  voltage: 'with voltage out of range',
  'not-confirmed': 'did not confirm a command',
  'movement-failed': 'failed to move',
  'wrong-position': 'in the wrong position',
};

/** Writes a mail about one alert. */
export function alertMail(notice: AlertNotice, settings: MailSettings): Omit<Mail, 'to'> {
  const { subject, lines } = wordsOf(notice);
  const what = `${oneLine(notice.flag)} at ${oneLine(notice.location)}, ${oneLine(notice.company)}`;
  return mailOf(
    oneLine(`${subject}: ${notice.flag} (${notice.location})`),
    [what, ...lines],
    [],
    linkOf(settings, `/flags/${notice.flagId}`),
    settings,
  );
}

function wordsOf(notice: AlertNotice): { subject: string; lines: string[] } {
  const { kind, condition, cause, since, timeZone } = notice;
  switch (kind) {
    case 'started':
    case 'delayed':
      return {
        subject: ALERT_LABELS[condition],
        lines: [oneLine(cause), `Since ${momentText(since, timeZone)}.`],
      };
    case 'missed':
      return {
        subject: `${ALERT_LABELS[condition]}, over now`,
        lines: [oneLine(cause), lastedText(notice)],
      };
    case 'ended':
      return { subject: OVER_LABELS[condition], lines: [lastedText(notice)] };
  }
}

/** Writes one mail about many alerts of one company or, to masters, of several. */
export function digestMail(all: readonly AlertNotice[], settings: MailSettings): Omit<Mail, 'to'> {
  const groups = groupsOf(all);
  const companies = new Set(all.map(({ company }) => company));
  const where = companies.size === 1 ? all[0]!.company : `${count(companies.size)} companies`;
  const [first] = groups;
  const only = groups.length === 1 && first ? first.title : `${count(all.length)} alerts`;
  const subject = oneLine(`${only} at ${where}`);
  return mailOf(
    subject,
    [],
    listsOf(groups, companies.size > 1),
    linkOf(settings, '/alerts'),
    settings,
  );
}

/**
 * Writes the test mail that shows recipients whether alerts reach them.
 * @param company the company that the alerts are about; null for all companies
 */
export function testLetter(company: string | null, settings: MailSettings): Omit<Mail, 'to'> {
  const whose = company ?? 'all companies';
  const lines = [
    `This is a test. Alerts about the flags of ${oneLine(whose)} come to this address.`,
  ];
  return mailOf(
    oneLine(`Test alert for ${whose}`),
    lines,
    [],
    linkOf(settings, '/alerts'),
    settings,
  );
}

interface Group {
  title: string;
  notices: readonly AlertNotice[];
}

/** Groups notices by kind, started alerts first, and within a kind by condition. */
function groupsOf(all: readonly AlertNotice[]): Group[] {
  const kinds: AlertNotice['kind'][][] = [['started', 'delayed'], ['missed'], ['ended']];
  return kinds.flatMap((same) =>
    ALERT_CONDITIONS.flatMap((condition) => {
      const notices = all.filter((one) => same.includes(one.kind) && one.condition === condition);
      if (notices.length === 0) return [];
      const flags = new Set(notices.map(({ flagId }) => flagId)).size;
      const counted = flags === 1 ? '1 flag' : `${count(flags)} flags`;
      return [{ title: titleOf(same[0]!, condition, counted), notices }];
    }),
  );
}

const listsOf = (groups: readonly Group[], namesCompany: boolean) =>
  groups.map(({ title, notices }) => ({ title, lines: linesOf(notices, namesCompany) }));

function titleOf(kind: AlertNotice['kind'], condition: AlertCondition, flags: string): string {
  if (kind === 'ended') return `${flags}: ${OVER_LABELS[condition].toLowerCase()}`;
  const title = `${flags} ${DIGEST_LABELS[condition]}`;
  return kind === 'missed' ? `${title}, over now` : title;
}

function linesOf(notices: readonly AlertNotice[], namesCompany: boolean): string[] {
  const lines = notices.slice(0, MOST_LISTED).map((one) => {
    const company = namesCompany ? `, ${oneLine(one.company)}` : '';
    return `${oneLine(one.flag)} (${oneLine(one.location)}${company}), ${whenOf(one)}`;
  });
  const rest = notices.length - lines.length;
  return rest > 0 ? [...lines, `and ${count(rest)} more`] : lines;
}

const whenOf = ({ kind, since, endedAt, at, timeZone }: AlertNotice): string =>
  kind === 'missed' && endedAt !== null
    ? rangeText(since, endedAt, at, timeZone)
    : `since ${momentText(since, timeZone)}`;

const count = (number: number): string => number.toLocaleString('en-US');

/** Removes line breaks, which names may contain but subjects and lists may not. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a text such as "Lasted 26 min (1:55–2:21 AM EST).", in the pole's time zone. */
function lastedText({ since, endedAt, at, timeZone }: AlertNotice): string {
  const until = endedAt ?? at;
  // Counts whole clock minutes, to agree with the range in the same sentence.
  const minutes = Math.floor(until / MINUTE_MS) - Math.floor(since / MINUTE_MS);
  const lasted = minutes === 0 ? until - since : minutes * MINUTE_MS;
  return `Lasted ${durationText(lasted)} (${rangeText(since, until, at, timeZone)}).`;
}

const linkOf = ({ publicUrl }: MailSettings, path: string): string | null =>
  publicUrl === null ? null : `${publicUrl}${path}`;

interface List {
  title: string;
  lines: readonly string[];
}

/** Builds a mail with the same content as plain text and as HTML. */
function mailOf(
  subject: string,
  paragraphs: readonly string[],
  lists: readonly List[],
  link: string | null,
  settings: MailSettings,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const settingsLink = linkOf(settings, '/alerts');
  const settingsText = `Manage alert settings: ${settingsLink ?? `the Alerts page of ${productName}`}`;
  const text = [
    ...paragraphs,
    ...lists.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n')),
    ...(link === null ? [] : [link]),
    settingsText,
  ].join('\n\n');
  const body = [
    ...paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`),
    ...lists.map(
      ({ title, lines }) =>
        `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(title)}</h2><ul style="padding-left:20px;margin:0">${lines
          .map((line) => `<li>${escapeHtml(line)}</li>`)
          .join('')}</ul>`,
    ),
    ...(link === null
      ? []
      : [`<p><a href="${escapeHtml(link)}">Open ${escapeHtml(productName)}</a></p>`]),
    `<p style="color:#666;font-size:13px">${
      settingsLink === null
        ? escapeHtml(settingsText)
        : `<a href="${escapeHtml(settingsLink)}">Manage alert settings</a>`
    }</p>`,
  ].join('\n');
  const html = mailFrame(productName, subject, body);
  return { subject, text: `${text}\n`, html };
}

/**
 * Writes the last mail before the daily budget has room again.
 * @param own the alerts that the recipient may see; if none, the mail only says that mails stop
 * @param about the company that owns the budget (null for the operator, for mails about all
 * companies), and the time zone of the texts
 * @param until when mails resume, in epoch milliseconds
 */
export function overBudgetMail(
  own: readonly AlertNotice[],
  { company, timeZone }: { company: string | null; timeZone: string },
  until: number,
  settings: MailSettings,
): Omit<Mail, 'to'> {
  const reached =
    company === null
      ? 'Mails about the alerts of all companies have reached their daily limit.'
      : `${oneLine(company)} has reached its daily limit of alert mails.`;
  return mailOf(
    oneLine(`Daily limit of alert mails reached: ${company ?? 'all companies'}`),
    [
      `${reached} Later alerts will come in one mail after ${momentText(until, timeZone)}. Until then, see the Alerts page.`,
    ],
    listsOf(groupsOf(own), company === null),
    linkOf(settings, '/alerts'),
    settings,
  );
}
