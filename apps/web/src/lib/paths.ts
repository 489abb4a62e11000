/** The page of a company. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
/** The page of a pole. @param id `flags.id` */
export const poleHref = (id: string) => `/flags/${encodeURIComponent(id)}`;
/** The page of a location. */
export const locationHref = (id: string) => `/locations/${encodeURIComponent(id)}`;
/** The whole address at which an invitation is accepted. */
export const joinUrl = (code: string) =>
  `${window.location.origin}/join/${encodeURIComponent(code)}`;

/** In the address of the profile: focus starts in the form for a new password. */
export const PASSWORD_PARAM = 'password';
export const CHANGE_PASSWORD_PATH = `/profile?${PASSWORD_PARAM}`;
