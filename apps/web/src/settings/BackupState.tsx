import type { BackupReport, SystemSettings } from '@halyard/domain';
import type { ReactNode } from 'react';
import { Status } from '@/components/ui/Status.tsx';
import { short } from '@/lib/moments.ts';
import { Facts } from './SettingsCard.tsx';
import { sizeText } from './sources.ts';

/** The last and the next backup, their folder, and any problem. */
export function BackupState({ known }: { known: SystemSettings['backups'] }) {
  const { report, nextAt, isUnderWay } = known;
  const facts: (readonly [string, ReactNode])[] = [
    ['Last backup', isUnderWay ? 'In progress…' : lastText(report)],
    ['Next backup', nextAt === null ? 'None: daily backups are off' : nextText(nextAt)],
  ];
  if (report) facts.push(['Folder', <span className="font-mono text-xs">{report.folder}</span>]);
  if (report?.freeBytes != null) facts.push(['Free space', sizeText(report.freeBytes)]);
  return (
    <div className="grid gap-3" aria-live="polite">
      {report?.problem && (
        <Status tone="bad" className="whitespace-normal">
          No backups can be made. {report.problem}
        </Status>
      )}
      {report?.failure && !isUnderWay && (
        <Status tone="bad" className="whitespace-normal">
          The backup at {short(report.failure.at)} failed: {report.failure.reason}
        </Status>
      )}
      <Facts facts={facts} />
    </div>
  );
}

const lastText = (report: BackupReport | null) =>
  report?.last ? `${short(report.last.at)}, ${sizeText(report.last.bytes)}` : 'None yet';

const nextText = (nextAt: number) => (nextAt <= Date.now() ? 'Within a minute' : short(nextAt));
