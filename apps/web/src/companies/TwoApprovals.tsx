import { type Company, may, type SessionUser, type WaitingOrder } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { refetchHalfStaff, secondApprovalsQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { call } from '@/lib/api/api.ts';
import { companyQuery, KEYS } from '@/lib/api/query.ts';
import { cn } from '@/lib/cn.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

const toastNotSaved = (error: unknown) => toastFailure(t`Couldn’t save the setting.`, error);

interface TwoApprovalsProps {
  user: SessionUser;
  companyId: string;
  className?: string;
}

/**
 * A company's switch for second approvals of half-staff orders, shown to users who may change it.
 * If orders are waiting for a second approval, turning the switch off asks for confirmation,
 * because the orders would then take effect.
 */
export function TwoApprovals({ user, companyId, className }: TwoApprovalsProps) {
  const labelId = useId();
  const client = useQueryClient();
  const options = companyQuery(companyId);
  const { data: company } = useQuery(options);
  const [asked, setAsked] = useState<readonly WaitingOrder[] | null>(null);
  const change = useAction({
    mutationFn: (twoApprovals: boolean) =>
      call('updateCompany', { params: { id: companyId }, body: { twoApprovals } }),
    onSuccess: async (updated: Company) => {
      setAsked(null);
      client.setQueryData(options.queryKey, updated);
      toast({
        title: updated.twoApprovals
          ? t`Half-staff orders now need two approvals`
          : t`Half-staff orders now need one approval`,
      });
      await client.invalidateQueries({ queryKey: KEYS.companies });
      await refetchHalfStaff(client);
    },
    onError: toastNotSaved,
  });
  const look = useAction({
    mutationFn: () => client.fetchQuery({ ...secondApprovalsQuery(), staleTime: 0 }),
    onSuccess: (waiting) => {
      const concerned = waiting.filter(({ companies }) =>
        companies.some(({ id }) => id === companyId),
      );
      if (concerned.length > 0) setAsked(concerned);
      else change.mutate(false);
    },
    onError: toastNotSaved,
  });
  if (!may(user, 'company.setTwoApprovals') || !company) return null;
  const isBusy = change.isPending || look.isPending;
  return (
    <div className={cn('flex items-center gap-2.5 touch:min-h-11', className)}>
      <span id={labelId} className="text-[0.8125rem] font-medium">
        {t`Half-staff orders need two approvals`}
      </span>
      <Switch
        aria-labelledby={labelId}
        checked={change.isPending ? change.variables : company.twoApprovals}
        look={isBusy ? 'pending' : 'settled'}
        disabled={isBusy}
        onCheckedChange={(on) => (on ? change.mutate(true) : look.mutate())}
      />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t`Require only one approval`}
          description={plural(
            { count: asked.length },
            {
              one: '# order is waiting for a second approval. If you continue, it will take effect immediately.',
              other:
                '# orders are waiting for a second approval. If you continue, they will take effect immediately.',
            },
          )}
          confirmLabel={t`Turn off`}
          pending={change.isPending}
          onConfirm={() => change.mutate(false)}
        >
          <ul className="list-disc pl-5 break-words">
            {asked.slice(0, 5).map(({ order }) => (
              <li key={order.id}>{order.reason}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
