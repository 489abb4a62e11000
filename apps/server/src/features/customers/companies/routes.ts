import type { HandlersOf } from '../../calls/handlers.ts';
import { asksForPage, type Lists } from '../../fleet/directory/lists.ts';
import { createCompany, getCompany, listCompanies, updateCompany } from './companies.ts';
import { deleteCompany } from './deleteCompany.ts';
import { listCompanyPage } from './listCompanyPage.ts';

export const companyHandlers = (
  lists: Lists,
): HandlersOf<
  'listCompanies' | 'getCompany' | 'createCompany' | 'updateCompany' | 'deleteCompany'
> => ({
  listCompanies: ({ ctx, query }) =>
    asksForPage(query) ? listCompanyPage(ctx, lists, query) : listCompanies(ctx),
  getCompany: ({ ctx, params }) => getCompany(ctx, params.id),
  createCompany: ({ ctx, body }) => createCompany(ctx, body),
  updateCompany: ({ ctx, params, body }) => updateCompany(ctx, params.id, body),
  deleteCompany: ({ ctx, params }) => deleteCompany(ctx, params.id),
});
