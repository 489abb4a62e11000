import { type HalfStaffMails as Mails, type SessionUser, scopeOf } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';

interface Kind {
  key: keyof Mails;
  label: string;
  hint: string;
}

/**
 * Switches for the half-staff emails that the user's role gets. Renders nothing for a role that
 * gets none.
 */
export function HalfStaffMails({ user }: { user: SessionUser }) {
  const kinds = kindsFor(user);
  if (kinds.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Half-staff emails</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="grid divide-y divide-border">
          {kinds.map((kind) => (
            <KindItem key={kind.key} kind={kind} isOn={user.halfStaffMails[kind.key]} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function KindItem({ kind: { key, label, hint }, isOn }: { kind: Kind; isOn: boolean }) {
  const client = useQueryClient();
  const id = useId();
  const save = useAction({
    mutationFn: (next: boolean) => call('setHalfStaffMails', { body: { [key]: next } }),
    onSuccess: (next) => setCurrentUser(client, next),
    onError: (error) => toastFailure(serverMessage(error, t`Couldn’t save the setting.`), error),
  });
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-[0.8125rem] text-muted-foreground">{hint}</span>
      </label>
      <Switch
        id={id}
        checked={save.isPending ? save.variables : isOn}
        disabled={save.isPending}
        onCheckedChange={(next) => save.mutate(next)}
      />
    </li>
  );
}

/** Returns the kinds of half-staff emails that users with this user's role can get. */
function kindsFor(user: SessionUser): Kind[] {
  switch (scopeOf(user, 'order.manage')?.kind) {
    case 'all':
      return [
        {
          key: 'drafts',
          label: t`Orders waiting for approval`,
          hint: t`Drafts from other users and order sources, and second approvals that a company can’t give or hasn’t given.`,
        },
      ];
    case 'company':
      return [
        {
          key: 'begins',
          label: t`Before half-staff begins`,
          hint: t`The evening before, or immediately if an order is issued on short notice.`,
        },
        {
          key: 'ends',
          label: t`When half-staff ends`,
          hint: t`On the morning of the last day, for periods longer than one day.`,
        },
        {
          key: 'orders',
          label: t`When an order is approved, amended or canceled`,
          hint: t`Only orders for your company’s poles.`,
        },
        {
          key: 'drafts',
          label: t`Orders waiting for approval`,
          hint: t`When an order needs your company’s second approval, and again a day later.`,
        },
      ];
    default:
      return [];
  }
}
