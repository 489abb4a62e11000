import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { HandlersOf } from '../../calls/handlers.ts';
import { asksForPage, type Lists } from '../../fleet/directory/lists.ts';
import { listEndedAlerts, listOpenAlerts } from './alerts.ts';
import { listAlertPage } from './listAlertPage.ts';
import { listOutagePage } from './listOutagePage.ts';
import { StoredAlerts } from './queries/storedAlerts.ts';
import { getAlertDefaults, sendTestAlertToMasters, setAlertDefaults } from './settings/defaults.ts';
import { getAlertSettings, sendTestAlert, setAlertSettings } from './settings/settings.ts';
import { listOutages } from './watch/outages.ts';

export const alertHandlers = (
  lists: Lists,
  settings: MailSettings,
): HandlersOf<
  | 'listAlerts'
  | 'listEndedAlerts'
  | 'listOutages'
  | 'getAlertSettings'
  | 'setAlertSettings'
  | 'sendTestAlert'
  | 'getAlertDefaults'
  | 'setAlertDefaults'
  | 'sendTestAlertToMasters'
> => {
  const stored = new StoredAlerts();
  return {
    listAlerts: ({ ctx, query }) =>
      asksForPage(query) ? listAlertPage(ctx, lists, stored, query) : listOpenAlerts(ctx),
    listEndedAlerts: ({ ctx, query }) => listEndedAlerts(ctx, query.before),
    listOutages: ({ ctx, query }) =>
      asksForPage(query) ? listOutagePage(ctx, lists, query) : listOutages(ctx),
    getAlertSettings: ({ ctx, params }) => getAlertSettings(ctx, params.companyId),
    setAlertSettings: ({ ctx, params, body }) => setAlertSettings(ctx, params.companyId, body),
    getAlertDefaults: ({ ctx }) => getAlertDefaults(ctx),
    setAlertDefaults: ({ ctx, body }) => setAlertDefaults(ctx, body),
    sendTestAlertToMasters: ({ ctx }) => sendTestAlertToMasters(ctx, settings),
    sendTestAlert: ({ ctx, params }) => sendTestAlert(ctx, settings, params.companyId),
  };
};
