import type {
  BackupSettingsInput,
  CallBody,
  MailSettingsInput,
  MailTestResult,
  RetentionInput,
  SystemSettings,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

/** How often to fetch the settings while a backup is running, in milliseconds. */
const UNDER_WAY_MS = 2000;
/** How often to fetch the settings while no backup is running, in milliseconds. */
const IDLE_MS = 30_000;

/** Fetches the settings of the installation and the state of the backups. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['/api/settings'],
    queryFn: ({ signal }): Promise<SystemSettings> => call('getSystemSettings', { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isBackupNear(state.data) ? UNDER_WAY_MS : IDLE_MS),
  });

/** Returns whether a backup is running or about to start. */
const isBackupNear = (known: SystemSettings | undefined): boolean =>
  known !== undefined &&
  (known.backups.isUnderWay ||
    (known.backups.nextAt !== null && known.backups.nextAt <= Date.now()));

/** Returns an action that changes settings. The response to its API call contains all settings. */
function useChange<Input>(
  change: (input: Input) => Promise<SystemSettings>,
  [said, failed]: [said: string, failed: string],
) {
  const client = useQueryClient();
  return useAction({
    mutationFn: change,
    onSuccess: async (saved) => {
      // The response to an earlier request would restore the old settings.
      await client.cancelQueries({ queryKey: settingsQuery().queryKey });
      client.setQueryData(settingsQuery().queryKey, saved);
      toast({ title: said });
    },
    onError: (error) => toastFailure(serverMessage(error, failed), error),
  });
}

const SAVE_FAILED = t`Couldn’t save the settings.`;

export const useSaveMail = () =>
  useChange(
    (body: MailSettingsInput) => withPassword(() => call('setMailSettings', { body })),
    [t`Mail settings saved`, SAVE_FAILED],
  );

export const useRemoveMail = () =>
  useChange(
    () => withPassword(() => call('removeMailSettings')),
    [t`Mail server removed`, t`Couldn’t remove the mail server.`],
  );

/** Sends a test email. The result is shown next to the button. */
export const useTestMail = () =>
  useAction({
    mutationFn: (settings: MailSettingsInput | null): Promise<MailTestResult> =>
      withPassword(() => call('testMailSettings', { body: { settings } })),
  });

export const useSaveRetention = () =>
  useChange(
    (body: CallBody<'setRetention'> & Partial<RetentionInput>) =>
      withPassword(() => call('setRetention', { body })),
    [t`Retention saved`, SAVE_FAILED],
  );

export const useSaveBackups = () =>
  useChange(
    (body: CallBody<'setBackupSettings'> & Partial<BackupSettingsInput>) =>
      withPassword(() => call('setBackupSettings', { body })),
    [t`Backup settings saved`, SAVE_FAILED],
  );

export const useBackUpNow = () =>
  useChange(() => call('backUpNow'), [t`Backup started`, t`Couldn’t start a backup.`]);
