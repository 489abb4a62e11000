import { DEFAULT_ALERT_SETTINGS } from '@halyard/domain';
import type { Case } from './matrix.ts';

const DEFAULTS = '/api/alerts/defaults';
const settingsUrl = (companyId: string) => `/api/alerts/settings/${companyId}`;

export const alertCases = (): Case[] => [
  {
    call: 'listAlerts',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/alerts'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listAlerts',
    what: 'a page of open ones',
    act: (c, t) => c.call('GET', `/api/alerts?page=1&q=gate&company=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listAlerts',
    what: 'ended ones, by cursor',
    act: (c) => c.call('GET', '/api/alerts?state=ended&limit=1'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listEndedAlerts',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/alerts/ended'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listOutages',
    what: "in the caller's scope",
    act: (c) => c.call('GET', '/api/alerts/outages'),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'listOutages',
    what: "one page, in the caller's scope",
    act: (c, t) => c.call('GET', `/api/alerts/outages?page=1&company=${t.companyId}`),
    own: [200, 200, 200, 200, 200, 200, 401],
    foreign: [200, 200, 200, 200, 200, 200, 401],
  },
  {
    call: 'getAlertSettings',
    what: 'of a company',
    act: (c, t) => c.call('GET', settingsUrl(t.companyId)),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'setAlertSettings',
    what: 'of a company',
    act: (c, t) => c.call('PUT', settingsUrl(t.companyId), DEFAULT_ALERT_SETTINGS),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'sendTestAlert',
    what: 'without a mail server',
    act: (c, t) => c.call('POST', `${settingsUrl(t.companyId)}/test`),
    own: [409, 409, 403, 403, 403, 403, 401],
    foreign: [409, 404, 403, 403, 403, 403, 401],
  },
  {
    call: 'getAlertDefaults',
    what: 'for all companies',
    act: (c) => c.call('GET', DEFAULTS),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'setAlertDefaults',
    what: 'for all companies',
    act: (c) => c.call('PUT', DEFAULTS, { ...DEFAULT_ALERT_SETTINGS, masters: [] }),
    own: [200, 403, 403, 403, 403, 403, 401],
    foreign: [200, 403, 403, 403, 403, 403, 401],
  },
  {
    call: 'sendTestAlertToMasters',
    what: 'without a mail server',
    act: (c) => c.call('POST', `${DEFAULTS}/test`),
    own: [409, 403, 403, 403, 403, 403, 401],
    foreign: [409, 403, 403, 403, 403, 403, 401],
  },
];
