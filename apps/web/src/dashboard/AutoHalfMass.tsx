import { type Company, may, type SessionUser } from '@halyard/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from '@/components/ui/switch.tsx';
import { call } from '@/lib/api.ts';
import { companyQuery, KEYS } from '@/lib/query.ts';
import { toast, toastError } from '@/lib/toast.ts';

/** The switch of one's own company; whoever may not change it sees it disabled (decisions: Roles). */
export function AutoHalfMass({ user, companyId }: { user: SessionUser; companyId: string }) {
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
    onError: () => toastError('Failed to update Auto Half Mass setting.'),
  });
  const allowed = may(user, 'company.setAutoHalfMast');
  // Shown at once, as the flags' switches are; a refusal brings the stored value back.
  const checked = change.isPending ? change.variables : (company?.autoHalfMast ?? false);
  return (
    <div className="flex items-center gap-2.5 max-md:min-h-11">
      <span id="auto-half-mass" className="text-[0.8125rem] font-medium">
        Auto Half Mass
      </span>
      <Switch
        aria-labelledby="auto-half-mass"
        checked={checked}
        look={change.isPending ? 'pending' : 'settled'}
        disabled={!allowed || !company || change.isPending}
        reason={allowed ? undefined : 'Only a company user can change this'}
        onCheckedChange={(on) => change.mutate(on)}
      />
    </div>
  );
}
