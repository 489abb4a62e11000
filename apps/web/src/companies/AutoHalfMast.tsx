import { type Company, type HalfStaffRelease, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { AutopilotNote } from '@/halfStaff/autopilot/AutopilotOff.tsx';
import { useRaise } from '@/halfStaff/autopilot/useRaise.ts';
import {
  engineStatusQuery,
  refetchHalfStaff,
  releaseQuery,
} from '@/halfStaff/data/halfStaffQueries.ts';
import { AUTOPILOT_OFF } from '@/halfStaff/texts/autopilotOff.ts';
import { call } from '@/lib/api/api.ts';
import { companyQuery, KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

const OptOut = lazyDialog(
  () => import('./OptOut.tsx'),
  ({ onClose }) => onClose(),
);

const toastNotUpdated = (error: unknown) =>
  toastFailure(t`Failed to update Auto Half Mass setting.`, error);

interface AutoHalfMastProps {
  user: SessionUser;
  companyId: string;
  /** "Auto Half Mass" or "Auto Half Mast". The specification uses both (decisions, "Names"). */
  label: string;
}

/** A change to the Auto Half Mast setting, with the IDs of the poles to raise. */
interface Change {
  autoHalfMast: boolean;
  raise: readonly string[];
}

/**
 * A company's switch for following half-staff orders, disabled for users who are not allowed to
 * change it (decisions, "Roles"). While orders keep the company's poles at half-staff, turning it
 * off asks for confirmation.
 */
export function AutoHalfMast({ user, companyId, label }: AutoHalfMastProps) {
  const labelId = useId();
  const client = useQueryClient();
  const options = companyQuery(companyId);
  const { data: company, isError } = useQuery(options);
  const { data: engine } = useQuery(engineStatusQuery());
  const [asked, setAsked] = useState<HalfStaffRelease | null>(null);
  const raise = useRaise(user);
  const change = useAction({
    mutationFn: ({ autoHalfMast }: Change) =>
      call('updateCompany', { params: { id: companyId }, body: { autoHalfMast } }),
    onSuccess: async (updated: Company, change) => {
      setAsked(null);
      client.setQueryData(options.queryKey, updated);
      toast({
        title: t`Auto Half Mass updated`,
        description: t`The setting has been updated successfully.`,
        ...(engine?.isOn === false && change.raise.length === 0 && { detail: AUTOPILOT_OFF }),
      });
      if (change.raise.length > 0) void raise(change.raise);
      await client.invalidateQueries({ queryKey: KEYS.companies });
      await client.invalidateQueries({ queryKey: KEYS.setUpList });
      await refetchHalfStaff(client);
    },
    onError: toastNotUpdated,
  });
  const look = useAction({
    mutationFn: () => client.fetchQuery(releaseQuery({ companyId })),
    onSuccess: (release) => {
      if (release.rising.count > 0) setAsked(release);
      else change.mutate({ autoHalfMast: false, raise: [] });
    },
    onError: toastNotUpdated,
  });
  const allowed = may(user, 'company.setAutoHalfMast');
  const isBusy = change.isPending || look.isPending;
  // Shows the new value immediately, as the flags' switches do. If the server refuses the change,
  // shows the stored value again.
  const checked = change.isPending ? change.variables.autoHalfMast : company?.autoHalfMast;
  return (
    <div className="grid justify-items-end gap-0.5">
      <div className="flex items-center gap-2.5 touch:min-h-11">
        <span id={labelId} className="text-[0.8125rem] font-medium">
          {label}
        </span>
        {checked !== undefined ? (
          <Switch
            aria-labelledby={labelId}
            checked={checked}
            look={isBusy ? 'pending' : 'settled'}
            disabled={!allowed || isBusy}
            reason={allowed ? undefined : t`Only company users and masters can change this`}
            onCheckedChange={(on) =>
              on ? change.mutate({ autoHalfMast: true, raise: [] }) : look.mutate()
            }
          />
        ) : isError ? (
          <span title={t`Couldn’t load`} className="w-9 text-center">
            –
          </span>
        ) : (
          // Shows neither on nor off until the setting is known.
          <span role="status" aria-label={t`Loading ${label}`}>
            <Skeleton className="h-5 w-9 rounded-full" />
          </span>
        )}
      </div>
      <AutopilotNote
        user={user}
        className="justify-end text-right text-xs font-normal text-muted-foreground"
      />
      {asked && (
        <Suspense>
          <OptOut
            label={label}
            release={asked}
            pending={change.isPending}
            onConfirm={(raise) => change.mutate({ autoHalfMast: false, raise })}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
