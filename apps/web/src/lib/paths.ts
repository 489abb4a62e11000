/** The page of a company. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
/** The whole address at which an invitation is accepted. */
export const joinUrl = (code: string) =>
  `${window.location.origin}/join/${encodeURIComponent(code)}`;
