/** Error texts about accounts that several forms and calls show. */
export const USERNAME_REQUIRED = 'Username is required';
export const PASSWORD_REQUIRED = 'Password is required';
export const CODE_REQUIRED = 'Code is required';
export const ACCOUNT_SUSPENDED = 'This account is suspended. Ask the person who manages accounts.';
