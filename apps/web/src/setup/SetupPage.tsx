import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Redirect } from 'wouter';
import { PublicPage } from '@/components/brand/PublicPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FullScreenSpinner } from '@/components/ui/Spinner.tsx';
import { configQuery, KEYS } from '@/lib/api/query.ts';
import { useDocumentTitle, useNoIndex } from '@/lib/page/head.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { RegistrationForm } from '@/registration/RegistrationForm.tsx';
import { SetupCodeField } from './SetupCodeField.tsx';
import { setupCode } from './setupCode.ts';

const TITLE = t`Create the first master`;

/** The page for the one-time link that the server prints on an empty system. */
export default function SetupPage() {
  useNoIndex();
  useDocumentTitle(TITLE);
  const client = useQueryClient();
  const user = useQuery(currentUserQuery());
  const config = useQuery(configQuery());
  if (user.data) return <Redirect to="/" replace />;
  if (config.isPending || user.isPending) return <FullScreenSpinner />;
  if (config.data && !config.data.setupNeeded)
    return (
      <PublicPage title={t`Already set up`}>
        <p className="text-muted-foreground">
          <Trans>Setup is complete. Sign in, or ask a master for an account.</Trans>
        </p>
        <Button asChild variant="primary" size="lg">
          <Link href="/auth">
            <Trans>Go to sign-in</Trans>
          </Link>
        </Button>
      </PublicPage>
    );
  return (
    <PublicPage title={TITLE}>
      <p className="-mt-3 text-muted-foreground">
        <Trans>A master works for the operator, and sees and manages every company.</Trans>
      </p>
      <RegistrationForm
        code={setupCode(window.location)}
        codeField={<SetupCodeField />}
        submitLabel={t`Create master`}
        onDone={() => void client.invalidateQueries({ queryKey: KEYS.config })}
      />
    </PublicPage>
  );
}
