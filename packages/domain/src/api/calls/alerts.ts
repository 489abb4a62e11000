import { z } from 'zod';
import { alertDefaults, ownAlertSettings } from '../../alerts/settings.ts';
import * as alerts from '../alerts.ts';
import { alertListQuery, listOrPage, listPage, outageListQuery } from '../lists.ts';
import { byCompany, endpoint } from './endpoint.ts';

export const alertsCalls = {
  listAlerts: endpoint(
    'GET',
    '/api/alerts',
    'alert.read',
    'alerts',
    "List open alerts at the caller's poles, newest first: without query parameters, all of them; otherwise, one page of the matches",
    { query: alertListQuery, response: listOrPage(alerts.alert, alerts.alertPage) },
  ),
  listEndedAlerts: endpoint(
    'GET',
    '/api/alerts/ended',
    'alert.read',
    'alerts',
    'List the alerts that ended in the last 90 days, newest first, page by page',
    {
      query: z.object({ before: z.string().max(100).optional() }),
      response: alerts.endedAlerts,
    },
  ),
  listOutages: endpoint(
    'GET',
    '/api/alerts/outages',
    'alert.read',
    'alerts',
    'List outages, which are groups of at least three poles, and at least a fifth of a location, a company or the fleet, that went offline within ten minutes: without query parameters, all of them; otherwise, one page of the matches',
    {
      query: outageListQuery,
      response: listOrPage(alerts.alertOutage, listPage(alerts.alertOutage)),
    },
  ),
  getAlertSettings: endpoint(
    'GET',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    "Get a company's alert settings: what it is notified about, when, and who gets the emails",
    { params: byCompany, response: alerts.companyAlerts },
  ),
  setAlertSettings: endpoint(
    'PUT',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    "Set a company's alert settings; sections without settings of its own use the defaults",
    { params: byCompany, body: ownAlertSettings, response: alerts.companyAlerts },
  ),
  sendTestAlert: endpoint(
    'POST',
    '/api/alerts/settings/:companyId/test',
    'alert.manage',
    'alerts',
    "Send a test email to the company's recipients",
    { params: byCompany, response: alerts.testMailSent },
  ),
  getAlertDefaults: endpoint(
    'GET',
    '/api/alerts/defaults',
    'alertDefaults.manage',
    'alerts',
    'Get the default alert settings, and the masters who get emails about all companies',
    { response: alerts.defaultAlerts },
  ),
  setAlertDefaults: endpoint(
    'PUT',
    '/api/alerts/defaults',
    'alertDefaults.manage',
    'alerts',
    'Set the default alert settings, and the masters who get emails about all companies',
    { body: alertDefaults, response: alerts.defaultAlerts },
  ),
  sendTestAlertToMasters: endpoint(
    'POST',
    '/api/alerts/defaults/test',
    'alertDefaults.manage',
    'alerts',
    'Send a test email to the masters who get emails about all companies',
    { response: alerts.testMailSent },
  ),
} as const;
