/** The page of a company. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
/** The whole address at which an invitation is accepted. */
export const joinUrl = (code: string) =>
  `${window.location.origin}/join/${encodeURIComponent(code)}`;

/** In the address of the profile: focus starts in the form for a new password. */
export const PASSWORD_PARAM = 'password';
export const CHANGE_PASSWORD_PATH = `/profile?${PASSWORD_PARAM}`;
