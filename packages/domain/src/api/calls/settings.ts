import * as settings from '../settings.ts';
import { endpoint } from './endpoint.ts';

export const settingsCalls = {
  getSystemSettings: endpoint(
    'GET',
    '/api/settings',
    'settings.manage',
    'settings',
    'Get the mail, retention and backup settings, and where each value comes from',
    { response: settings.systemSettings },
  ),
  setMailSettings: endpoint(
    'PUT',
    '/api/settings/mail',
    'settings.manage',
    'settings',
    'Set the mail server; changing the server, port, encryption or user requires entering its password again',
    { body: settings.mailSettingsInput, response: settings.systemSettings },
  ),
  removeMailSettings: endpoint(
    'DELETE',
    '/api/settings/mail',
    'settings.manage',
    'settings',
    'Remove the mail server and its password: no email is sent',
    { response: settings.systemSettings },
  ),
  testMailSettings: endpoint(
    'POST',
    '/api/settings/mail/test',
    'settings.manage',
    'settings',
    "Send a test email to the caller's own address with these settings, without storing them",
    { body: settings.mailTestInput, response: settings.mailTestResult },
  ),
  setRetention: endpoint(
    'PUT',
    '/api/settings/retention',
    'settings.manage',
    'settings',
    'Set how many days history and activity are kept; older entries are deleted permanently',
    { body: settings.retentionInput, response: settings.systemSettings },
  ),
  setBackupSettings: endpoint(
    'PUT',
    '/api/settings/backups',
    'settings.manage',
    'settings',
    'Turn daily backups on or off, and set their time and how many days they are kept',
    { body: settings.backupSettingsInput, response: settings.systemSettings },
  ),
  backUpNow: endpoint(
    'POST',
    '/api/settings/backups/now',
    'settings.manage',
    'settings',
    'Make a backup now',
    { response: settings.systemSettings },
  ),
} as const;
