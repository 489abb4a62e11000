import type { CompanyProviderState, CompanyProviderUpdate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast } from '@/lib/page/toast.ts';

export const providerQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['/api/companies', companyId, 'provider'],
    queryFn: (): Promise<CompanyProviderState> =>
      call('companyProvider', { params: { id: companyId } }),
  });

/** Saves a company's single sign-on provider; null removes it. */
export function useSaveProvider(companyId: string, onSaved: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (body: CompanyProviderUpdate | null): Promise<void> => {
      const params = { id: companyId };
      if (body === null) await call('removeCompanyProvider', { params });
      else await call('setCompanyProvider', { params, body });
    },
    onSuccess: async (_, body) => {
      onSaved();
      toast({ title: body === null ? t`Single sign-on removed` : t`Single sign-on saved` });
      await client.invalidateQueries(providerQuery(companyId));
    },
  });
}
