import type { BackupReport, SystemSettings } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Status } from '@/components/ui/Status.tsx';
import { short } from '@/lib/moments.ts';
import { LabeledValues } from './SettingsCard.tsx';
import { sizeText } from './sources.ts';

/** Shows the last and the next backup, the backup folder, and any problem. */
export function BackupState({ known }: { known: SystemSettings['backups'] }) {
  const { report, nextAt, isUnderWay } = known;
  const facts: (readonly [string, ReactNode])[] = [
    [t`Last backup`, isUnderWay ? t`In progress…` : lastText(report)],
    [t`Next backup`, nextAt === null ? t`None; daily backups are off` : nextText(nextAt)],
  ];
  if (report) facts.push([t`Folder`, <span className="font-mono text-xs">{report.folder}</span>]);
  if (report?.freeBytes != null) facts.push([t`Free space`, sizeText(report.freeBytes)]);
  return (
    <div className="grid gap-3" aria-live="polite">
      {report?.problem && (
        <Status tone="bad" className="whitespace-normal">
          <Trans>Backups can’t be created. {{ problem: report.problem }}</Trans>
        </Status>
      )}
      {report?.failure && !isUnderWay && (
        <Status tone="bad" className="whitespace-normal">
          <Trans>
            The backup at {{ time: short(report.failure.at) }} failed:{' '}
            {{ reason: report.failure.reason }}
          </Trans>
        </Status>
      )}
      <LabeledValues facts={facts} />
    </div>
  );
}

const lastText = (report: BackupReport | null) =>
  report?.last ? `${short(report.last.at)}, ${sizeText(report.last.bytes)}` : t`None yet`;

const nextText = (nextAt: number) => (nextAt <= Date.now() ? t`Within a minute` : short(nextAt));
