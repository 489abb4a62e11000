import type { HandlersOf } from '../../calls/handlers.ts';
import {
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  updateCompany,
} from './companies.ts';

export const companyHandlers: HandlersOf<
  'listCompanies' | 'getCompany' | 'createCompany' | 'updateCompany' | 'deleteCompany'
> = {
  listCompanies: ({ ctx }) => listCompanies(ctx),
  getCompany: ({ ctx, params }) => getCompany(ctx, params.id),
  createCompany: ({ ctx, body }) => createCompany(ctx, body),
  updateCompany: ({ ctx, params, body }) => updateCompany(ctx, params.id, body),
  deleteCompany: ({ ctx, params }) => deleteCompany(ctx, params.id),
};
