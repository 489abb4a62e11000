import { type Company, may, type SessionUser } from '@halyard/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Switch } from '@/components/ui/switch.tsx';
import { call } from '@/lib/api.ts';
import { companyQuery, KEYS } from '@/lib/query.ts';
import { toast, toastFailure } from '@/lib/toast.ts';

interface AutoHalfMastProps {
  user: SessionUser;
  companyId: string;
  /** The specification has a spelling for each page (decisions: Names). */
  label: 'Auto Half Mass' | 'Auto Half Mast';
}

/** A company's switch; whoever may not change it sees it disabled (decisions: Roles). */
export function AutoHalfMast({ user, companyId, label }: AutoHalfMastProps) {
  const labelId = useId();
  const client = useQueryClient();
  const options = companyQuery(companyId);
  const { data: company } = useQuery(options);
  const change = useMutation({
    mutationFn: (autoHalfMast: boolean) =>
      call('updateCompany', { params: { id: companyId }, body: { autoHalfMast } }),
    onSuccess: async (updated: Company) => {
      client.setQueryData(options.queryKey, updated);
      toast({
        title: 'Auto Half Mass updated',
        description: 'The setting has been updated successfully.',
      });
      await client.invalidateQueries({ queryKey: KEYS.companies });
    },
    onError: (error) => toastFailure('Failed to update Auto Half Mass setting.', error),
  });
  const allowed = may(user, 'company.setAutoHalfMast');
  // Shown at once, as the flags' switches are; a refusal brings the stored value back.
  const checked = change.isPending ? change.variables : (company?.autoHalfMast ?? false);
  return (
    <div className="flex items-center gap-2.5 max-md:min-h-11">
      <span id={labelId} className="text-[0.8125rem] font-medium">
        {label}
      </span>
      <Switch
        aria-labelledby={labelId}
        checked={checked}
        look={change.isPending ? 'pending' : 'settled'}
        disabled={!allowed || !company || change.isPending}
        reason={allowed ? undefined : 'Only a company user can change this'}
        onCheckedChange={(on) => change.mutate(on)}
      />
    </div>
  );
}
