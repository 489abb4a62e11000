import type { CompanyAlerts, DefaultAlerts } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { type Action, useAction } from '@/lib/forms/useAction.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import type { SettingsOutput } from './settingsValues.ts';

const settingsKey = (companyId: string) => [...KEYS.alerts, 'settings', companyId];
const DEFAULTS_KEY = [...KEYS.alerts, 'defaults'];

export const alertSettingsQuery = (companyId: string) =>
  queryOptions({
    queryKey: settingsKey(companyId),
    queryFn: ({ signal }): Promise<CompanyAlerts> =>
      call('getAlertSettings', { params: { companyId }, signal }),
  });

export const alertDefaultsQuery = () =>
  queryOptions({
    queryKey: DEFAULTS_KEY,
    queryFn: ({ signal }): Promise<DefaultAlerts> => call('getAlertDefaults', { signal }),
    // Always refetched, because another master's account can change without an event.
    refetchOnMount: 'always',
  });

const onError = (error: Error) =>
  toastError(serverMessage(error, t`Couldn’t save the alert settings.`));

/** Saves the values of the form for alert settings. */
export type SaveAlerts<Saved> = Action<Saved, SettingsOutput>;

export function useSaveAlertSettings(companyId: string) {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ masters: _, ...body }: SettingsOutput): Promise<CompanyAlerts> =>
      call('setAlertSettings', { params: { companyId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(companyId), saved);
      toast({ title: t`Alert settings saved` });
    },
    onError,
  });
}

export function useSaveAlertDefaults() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ own: _, ...body }: SettingsOutput): Promise<DefaultAlerts> =>
      call('setAlertDefaults', { body }),
    onSuccess: (saved) => {
      client.setQueryData(DEFAULTS_KEY, saved);
      toast({ title: t`Alert defaults saved` });
      // Companies that use the defaults are affected too, so refetch their settings.
      void client.invalidateQueries({ queryKey: [...KEYS.alerts, 'settings'] });
    },
    onError,
  });
}

/**
 * Sends a test email. @param companyId null to send it to the masters who get emails about all
 * companies
 */
export function useSendTestAlert(companyId: string | null) {
  return useAction({
    mutationFn: () =>
      companyId === null
        ? call('sendTestAlertToMasters', {})
        : call('sendTestAlert', { params: { companyId } }),
    onSuccess: ({ recipients }) =>
      toast({
        title: t`Test email sent`,
        description: plural(recipients, {
          one: 'The mail server accepted the email for # recipient.',
          other: 'The mail server accepted the email for # recipients.',
        }),
      }),
    onError: (error) => toastError(serverMessage(error, t`Couldn’t send the test email.`)),
  });
}
