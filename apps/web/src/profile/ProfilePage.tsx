import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { signInLinksQuery } from '@/lib/session/signInLinks.ts';
import { secondFactorQuery } from '@/secondFactor/useSecondFactor.ts';
import { PersonalTokens } from '@/tokens/PersonalTokens.tsx';
import { tokensQuery } from '@/tokens/useTokens.ts';
import { AccountInformation } from './AccountInformation.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ContactInformation } from './ContactInformation.tsx';
import { HalfStaffMails } from './HalfStaffMails.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SignInLinks } from './SignInLinks.tsx';
import { SignedInDevices } from './sessions/SignedInDevices.tsx';
import { sessionsQuery } from './sessions/useSessions.ts';

export default function ProfilePage() {
  const user = useCurrentUser();
  const isKnown = useTogether(
    useQuery(secondFactorQuery()),
    useQuery(signInLinksQuery()),
    useQuery(sessionsQuery()),
    useQuery(tokensQuery()),
  );
  return (
    <Page>
      <PageHeader title={t`Profile`} subtitle={t`Manage your account information and password`} />
      {!isKnown && <ListSkeleton label={t`Loading profile`} />}
      {isKnown && (
        <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <ContactInformation user={user} />
            <SecondFactorCard username={user.username} />
            <HalfStaffMails user={user} />
          </div>
          <div className="grid gap-4">
            <ChangePassword username={user.username} />
            <AccountInformation user={user} />
            <SignInLinks />
          </div>
          <div className="lg:col-span-2">
            <SignedInDevices />
          </div>
          <div className="lg:col-span-2">
            <PersonalTokens />
          </div>
        </div>
      )}
    </Page>
  );
}
