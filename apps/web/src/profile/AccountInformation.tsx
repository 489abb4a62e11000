import { ROLE_FACTS, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';

/** The account's data that users cannot change themselves (spec §2). */
export function AccountInformation({ user }: { user: SessionUser }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Account Information</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <Fact term={t`Username`}>{user.username}</Fact>
          <Fact term={t`Role`}>{ROLE_FACTS[user.role].label}</Fact>
          <Fact term={t`User ID`}>
            <span className="font-mono text-[0.8125rem]">{user.id}</span>
          </Fact>
        </dl>
      </CardContent>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}
