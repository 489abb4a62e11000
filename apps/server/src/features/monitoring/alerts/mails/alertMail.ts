import {
  ALERT_CONDITIONS,
  ALERT_LABELS,
  type AlertCondition,
  durationText,
  momentText,
  rangeText,
} from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { mailFrame } from '../../../../platform/mail/frame.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { AlertNotice } from './notice.ts';

const MINUTE_MS = 60_000;
/**
 * The maximum number of poles that a digest email lists. If there are more, the email contains only
 * their number.
 */
const MOST_LISTED = 500;

/** The subjects of emails about alerts that have ended. */
const OVER_SUBJECTS: Record<AlertCondition, (place: FlagPlace) => string> = {
  offline: ({ flag, location }) => t`Back online: ${{ flag }} (${{ location }})`,
  voltage: ({ flag, location }) => t`Voltage in range again: ${{ flag }} (${{ location }})`,
  'not-confirmed': ({ flag, location }) => t`Command finished: ${{ flag }} (${{ location }})`,
  'movement-failed': ({ flag, location }) =>
    t`Moving normally again: ${{ flag }} (${{ location }})`,
  'wrong-position': ({ flag, location }) =>
    t`Position correct again: ${{ flag }} (${{ location }})`,
};

type FlagPlace = Pick<AlertNotice, 'flag' | 'location'>;
type Titles = Record<AlertCondition, (flags: number) => string>;

/** The headings of the lists in a digest email, by kind of notice. */
const TITLES: Record<'started' | 'missed' | 'ended', Titles> = {
  started: {
    offline: (flags) =>
      t`${plural({ flags }, { one: '# flag offline', other: '# flags offline' })}`,
    voltage: (flags) =>
      t`${plural({ flags }, { one: '# flag with voltage out of range', other: '# flags with voltage out of range' })}`,
    'not-confirmed': (flags) =>
      t`${plural({ flags }, { one: '# flag with an unconfirmed command', other: '# flags with unconfirmed commands' })}`,
    'movement-failed': (flags) =>
      t`${plural({ flags }, { one: '# flag failed to move', other: '# flags failed to move' })}`,
    'wrong-position': (flags) =>
      t`${plural({ flags }, { one: '# flag in the wrong position', other: '# flags in the wrong position' })}`,
  },
  missed: {
    offline: (flags) =>
      t`${plural({ flags }, { one: '# flag offline, now resolved', other: '# flags offline, now resolved' })}`,
    voltage: (flags) =>
      t`${plural({ flags }, { one: '# flag with voltage out of range, now resolved', other: '# flags with voltage out of range, now resolved' })}`,
    'not-confirmed': (flags) =>
      t`${plural({ flags }, { one: '# flag with an unconfirmed command, now resolved', other: '# flags with unconfirmed commands, now resolved' })}`,
    'movement-failed': (flags) =>
      t`${plural({ flags }, { one: '# flag failed to move, now resolved', other: '# flags failed to move, now resolved' })}`,
    'wrong-position': (flags) =>
      t`${plural({ flags }, { one: '# flag in the wrong position, now resolved', other: '# flags in the wrong position, now resolved' })}`,
  },
  ended: {
    offline: (flags) =>
      t`${plural({ flags }, { one: '# flag back online', other: '# flags back online' })}`,
    voltage: (flags) =>
      t`${plural({ flags }, { one: '# flag with voltage back in range', other: '# flags with voltage back in range' })}`,
    'not-confirmed': (flags) =>
      t`${plural({ flags }, { one: '# flag with a finished command', other: '# flags with finished commands' })}`,
    'movement-failed': (flags) =>
      t`${plural({ flags }, { one: '# flag moving normally again', other: '# flags moving normally again' })}`,
    'wrong-position': (flags) =>
      t`${plural({ flags }, { one: '# flag back in the correct position', other: '# flags back in the correct position' })}`,
  },
};

export function alertMail(notice: AlertNotice, settings: MailSettings): Omit<Mail, 'to'> {
  const { subject, lines } = wordsOf(notice);
  const [flag, location, company] = [notice.flag, notice.location, notice.company].map(oneLine);
  const what = t`${{ flag: flag! }} at ${{ location: location! }}, ${{ company: company! }}`;
  return mailOf(
    oneLine(subject),
    [what, ...lines],
    [],
    linkOf(settings, `/flags/${notice.flagId}`),
    settings,
  );
}

function wordsOf(notice: AlertNotice): { subject: string; lines: string[] } {
  const { kind, condition, cause, since, timeZone, flag, location } = notice;
  const problem = ALERT_LABELS[condition];
  switch (kind) {
    case 'started':
    case 'delayed':
      return {
        subject: t`${{ problem }}: ${{ flag }} (${{ location }})`,
        lines: [oneLine(cause), t`Started ${{ time: momentText(since, timeZone) }}.`],
      };
    case 'missed':
      return {
        subject: t`${{ problem }}, now resolved: ${{ flag }} (${{ location }})`,
        lines: [oneLine(cause), lastedText(notice)],
      };
    case 'ended':
      return { subject: OVER_SUBJECTS[condition](notice), lines: [lastedText(notice)] };
  }
}

/**
 * Returns one email about many alerts. The alerts belong to one company or, in an email to a
 * master, to several companies.
 */
export function digestMail(all: readonly AlertNotice[], settings: MailSettings): Omit<Mail, 'to'> {
  const groups = groupsOf(all);
  const companies = new Set(all.map(({ company }) => company)).size;
  return mailOf(
    oneLine(digestSubject(groups, all, companies)),
    [],
    listsOf(groups, companies > 1),
    linkOf(settings, '/alerts'),
    settings,
  );
}

function digestSubject(
  groups: readonly Group[],
  all: readonly AlertNotice[],
  companies: number,
): string {
  const { company } = all[0]!;
  const alerts = all.length;
  const title = groups.length === 1 ? groups[0]!.title : null;
  if (companies > 1)
    return title === null
      ? t`${plural({ alerts }, { one: '# alert', other: '# alerts' })} at ${plural({ companies }, { one: '# company', other: '# companies' })}`
      : t`${{ title }} at ${plural({ companies }, { one: '# company', other: '# companies' })}`;
  return title === null
    ? t`${plural({ alerts }, { one: '# alert', other: '# alerts' })} at ${{ company }}`
    : t`${{ title }} at ${{ company }}`;
}

/**
 * Returns a test email, so that recipients can see that alert emails reach them.
 * @param company the company that the alerts are about; null for all companies
 */
export function testAlertMail(company: string | null, settings: MailSettings): Omit<Mail, 'to'> {
  const line =
    company === null
      ? t`This is a test. Alerts for all companies will be sent to this address.`
      : t`This is a test. Alerts for ${{ company: oneLine(company) }} will be sent to this address.`;
  const subject =
    company === null
      ? t`Test alert for all companies`
      : t`Test alert for ${{ company: oneLine(company) }}`;
  return mailOf(subject, [line], [], linkOf(settings, '/alerts'), settings);
}

interface Group {
  title: string;
  notices: readonly AlertNotice[];
}

/** Groups notices by kind and alert condition. Started alerts come first. */
function groupsOf(all: readonly AlertNotice[]): Group[] {
  return (['started', 'missed', 'ended'] as const).flatMap((kind) =>
    ALERT_CONDITIONS.flatMap((condition) => {
      const notices = all.filter(
        (one) =>
          one.condition === condition && (one.kind === 'delayed' ? 'started' : one.kind) === kind,
      );
      if (notices.length === 0) return [];
      const flags = new Set(notices.map(({ flagId }) => flagId)).size;
      return [{ title: TITLES[kind][condition](flags), notices }];
    }),
  );
}

const listsOf = (groups: readonly Group[], namesCompany: boolean) =>
  groups.map(({ title, notices }) => ({ title, lines: linesOf(notices, namesCompany) }));

function linesOf(notices: readonly AlertNotice[], namesCompany: boolean): string[] {
  const lines = notices.slice(0, MOST_LISTED).map((one) => lineOf(one, namesCompany));
  const count = notices.length - lines.length;
  return count > 0
    ? [...lines, t`${plural({ count }, { one: 'and # more', other: 'and # more' })}`]
    : lines;
}

function lineOf(notice: AlertNotice, namesCompany: boolean): string {
  const { kind, since, endedAt, at, timeZone } = notice;
  const flag = oneLine(notice.flag);
  const location = oneLine(notice.location);
  const company = oneLine(notice.company);
  if (kind === 'missed' && endedAt !== null) {
    const times = rangeText(since, endedAt, at, timeZone);
    return namesCompany
      ? t`${{ flag }} (${{ location }}, ${{ company }}), ${{ times }}`
      : t`${{ flag }} (${{ location }}), ${{ times }}`;
  }
  if (kind === 'ended') {
    const lasted = lastedFor(notice);
    return namesCompany
      ? t`${{ flag }} (${{ location }}, ${{ company }}), after ${{ lasted }}`
      : t`${{ flag }} (${{ location }}), after ${{ lasted }}`;
  }
  const time = momentText(since, timeZone);
  return namesCompany
    ? t`${{ flag }} (${{ location }}, ${{ company }}), since ${{ time }}`
    : t`${{ flag }} (${{ location }}), since ${{ time }}`;
}

/**
 * Removes line breaks. Names may contain them, but the subject and the lists of an email must not.
 */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a sentence such as "The problem lasted 26 min (1:55–2:21 AM EST).". */
const lastedText = (notice: AlertNotice): string =>
  t`The problem lasted ${{ lasted: lastedFor(notice) }}.`;

/** Returns how long an alert lasted, in the pole's time zone: "26 min (1:55–2:21 AM EST)". */
function lastedFor({ since, endedAt, at, timeZone }: AlertNotice): string {
  const until = endedAt ?? at;
  // Subtract the times as shown in the text, in whole minutes, so that the duration matches them.
  const minutes = Math.floor(until / MINUTE_MS) - Math.floor(since / MINUTE_MS);
  const lasted = minutes === 0 ? until - since : minutes * MINUTE_MS;
  return `${durationText(lasted)} (${rangeText(since, until, at, timeZone)})`;
}

const linkOf = ({ publicUrl }: MailSettings, path: string): string | null =>
  publicUrl === null ? null : `${publicUrl}${path}`;

interface List {
  title: string;
  lines: readonly string[];
}

/** Returns an email with the same content in plain text and HTML. */
function mailOf(
  subject: string,
  paragraphs: readonly string[],
  lists: readonly List[],
  link: string | null,
  settings: MailSettings,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const settingsLink = linkOf(settings, '/alerts');
  const settingsText =
    settingsLink === null
      ? t`Manage alert settings on ${{ productName }}’s Alerts page`
      : t`Manage alert settings: ${{ link: settingsLink }}`;
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
      : [`<p><a href="${escapeHtml(link)}">${escapeHtml(t`Open ${{ productName }}`)}</a></p>`]),
    `<p style="color:#666;font-size:13px">${
      settingsLink === null
        ? escapeHtml(settingsText)
        : `<a href="${escapeHtml(settingsLink)}">${escapeHtml(t`Manage alert settings`)}</a>`
    }</p>`,
  ].join('\n');
  const html = mailFrame(productName, subject, body);
  return { subject, text: `${text}\n`, html };
}

/**
 * Returns the last alert email of the day, which says that the daily email limit has been reached.
 * @param own the open alerts that the recipient may see
 * @param about `company`: the company whose limit has been reached; null for the operator's limit.
 * `timeZone`: the time zone for times in the email
 * @param until when emails resume, in epoch milliseconds
 */
export function overBudgetMail(
  own: readonly AlertNotice[],
  { company, timeZone }: { company: string | null; timeZone: string },
  until: number,
  settings: MailSettings,
): Omit<Mail, 'to'> {
  const time = momentText(until, timeZone);
  const [subject, line] =
    company === null
      ? [
          t`Daily alert email limit reached: all companies`,
          t`The operator has reached its daily limit for alert emails. You will get any further alerts in one email after ${{ time }}. Until then, check the Alerts page.`,
        ]
      : [
          t`Daily alert email limit reached: ${{ company: oneLine(company) }}`,
          t`${{ company: oneLine(company) }} has reached its daily limit for alert emails. You will get any further alerts in one email after ${{ time }}. Until then, check the Alerts page.`,
        ];
  return mailOf(
    subject,
    [line],
    listsOf(groupsOf(own), company === null),
    linkOf(settings, '/alerts'),
    settings,
  );
}
