/** Error texts about accounts that several forms and calls show. Without zod: the sign-in page shows some. */
export const USERNAME_REQUIRED = 'Username is required';
export const PASSWORD_REQUIRED = 'Password is required';
export const CODE_REQUIRED = 'Code is required';
export const ACCOUNT_SUSPENDED = 'This account is suspended. Ask the person who manages accounts.';
