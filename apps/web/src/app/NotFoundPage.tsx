import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Compass } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useDocumentTitle } from '@/lib/page/head.ts';

export function NotFoundPage() {
  useDocumentTitle(t`404 Page Not Found`);
  return (
    <div className="grid justify-items-center gap-1 px-4 py-24 text-center">
      <Compass aria-hidden="true" className="mb-3 size-8 text-muted-foreground" />
      <h1 className="text-xl leading-7 font-semibold tracking-tight">
        <Trans>404 Page Not Found</Trans>
      </h1>
      <p className="text-muted-foreground">
        <Trans>Did you forget to add the page to the router?</Trans>
      </p>
      <Button asChild className="mt-5">
        <Link href="/">
          <Trans>Back to Dashboard</Trans>
        </Link>
      </Button>
    </div>
  );
}
