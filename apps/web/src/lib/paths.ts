/** The page of a company. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
