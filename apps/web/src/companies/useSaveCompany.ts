import type { Company, CompanyCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { changesOf } from '@/lib/api/changes.ts';
import { companyQuery, refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

export function useCreateCompany(onCreated: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (values: CompanyCreate) => call('createCompany', { body: values }),
    onSuccess: async () => {
      onCreated();
      toast({ title: t`Company created` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to create company`, error),
  });
}

/**
 * Saves a company's changed fields. If nothing changed, sends nothing and shows no message.
 * @param company the company as the form first showed it
 */
export function useUpdateCompany(company: Company, onUpdated: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (values: CompanyCreate): Promise<Company | null> => {
      const body = changesOf(company, values);
      if (Object.keys(body).length === 0) return null;
      return call('updateCompany', { params: { id: company.id }, body });
    },
    onSuccess: async (updated) => {
      if (!updated) return onUpdated();
      client.setQueryData(companyQuery(company.id).queryKey, updated);
      onUpdated();
      toast({ title: t`Company updated` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to update company.`, error),
  });
}

export function useDeleteCompany(onDeleted: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (company: Company) => call('deleteCompany', { params: { id: company.id } }),
    onSuccess: async () => {
      onDeleted();
      toast({ title: t`Company deleted` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to delete company.`, error),
  });
}
