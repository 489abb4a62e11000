import { t } from '@halyard/messages';

/** Error messages about accounts, shared by several forms and API calls. */
export const USERNAME_REQUIRED = t`Username is required`;
export const PASSWORD_REQUIRED = t`Password is required`;
export const CODE_REQUIRED = t`Code is required`;
export const ACCOUNT_SUSPENDED = t`This account is suspended. Contact your administrator.`;
