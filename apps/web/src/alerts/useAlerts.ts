import type {
  Alert,
  AlertDefaults,
  AlertOutage,
  CompanyAlerts,
  DefaultAlerts,
  EndedAlerts,
  OwnAlertSettings,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastError } from '@/lib/page/toast.ts';

/** Open alerts. Refetched when a company's revision changes and when shown again. */
export const openAlertsQuery = () =>
  queryOptions({
    queryKey: [...KEYS.alerts, 'open'],
    queryFn: ({ signal }): Promise<Alert[]> => call('listOpenAlerts', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/** Poles that went offline together. Refetched when a company's revision changes. */
export const outagesQuery = () =>
  queryOptions({
    queryKey: [...KEYS.alerts, 'outages'],
    queryFn: ({ signal }): Promise<AlertOutage[]> => call('listOutages', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/** Ended alerts, page by page. */
export const endedAlertsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...KEYS.alerts, 'ended'],
    queryFn: ({ pageParam, signal }): Promise<EndedAlerts> =>
      call('listEndedAlerts', { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...ASKED_WHEN_SHOWN,
  });

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
    // No event reports changes to another master's account.
    refetchOnMount: 'always',
  });

const onError = (error: Error) =>
  toastError(serverMessage(error, t`Failed to save the alert settings.`));

export function useSaveAlertSettings(companyId: string) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: OwnAlertSettings): Promise<CompanyAlerts> =>
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
    mutationFn: (body: AlertDefaults): Promise<DefaultAlerts> => call('setAlertDefaults', { body }),
    onSuccess: (saved) => {
      client.setQueryData(DEFAULTS_KEY, saved);
      toast({ title: t`Alert defaults saved` });
      // Companies follow the defaults.
      void client.invalidateQueries({ queryKey: [...KEYS.alerts, 'settings'] });
    },
    onError,
  });
}

/** @param companyId null to mail the masters who are mailed about all companies */
export function useSendTestAlert(companyId: string | null) {
  return useAction({
    mutationFn: () =>
      companyId === null
        ? call('sendTestAlertToMasters', {})
        : call('sendTestAlert', { params: { companyId } }),
    onSuccess: ({ recipients }) =>
      toast({
        title: t`Test mail sent`,
        description: plural(recipients, {
          one: 'The mail server accepted it for # recipient.',
          other: 'The mail server accepted it for # recipients.',
        }),
      }),
    onError: (error) => toastError(serverMessage(error, t`Failed to send the test mail.`)),
  });
}
