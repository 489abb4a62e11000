import type { Company } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ArrowLeft, Pencil, Trash2 } from '@/components/icons/index.ts';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { DeleteCompanyDialog } from './DeleteCompanyDialog.tsx';

const EditCompany = lazyDialog(
  () => import('./EditCompany.tsx'),
  ({ onClose }) => onClose(),
);

/**
 * The header of a company's page: back link, name, address and actions. The company is edited in
 * place.
 */
export function CompanyHeader({ company }: { company: Company | undefined }) {
  const [, navigate] = useLocation();
  const [editing, setEditing] = useDialogParam('edit');
  const [deleting, setDeleting] = useState(false);
  return (
    <header className="grid grid-cols-1 gap-3">
      <Button asChild variant="ghost" className="-ml-3 justify-self-start">
        <Link href="/companies">
          <ArrowLeft aria-hidden="true" />
          <Trans>Back to Companies</Trans>
        </Link>
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {company ? (
          <h1 className="min-w-0 text-xl leading-7 font-semibold tracking-tight break-words">
            {company.name}
          </h1>
        ) : (
          <div role="status" aria-label={t`Loading company`} className="py-0.5">
            <Skeleton className="h-6 w-64" />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button disabled={!company} onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            <Trans>Edit Company</Trans>
          </Button>
          <Button disabled={!company} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" className="text-bad" />
            <Trans>Delete Company</Trans>
          </Button>
        </div>
      </div>
      {company && editing ? (
        <Suspense fallback={<Address company={company} />}>
          <EditCompany company={company} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Address company={company} />
      )}
      <DeleteCompanyDialog
        company={deleting && company ? company : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate('/companies')}
      />
    </header>
  );
}

function Address({ company }: { company: Company | undefined }) {
  if (!company)
    return (
      <div className="grid gap-2 py-1">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-52" />
        <Skeleton className="h-3 w-28" />
      </div>
    );
  const { address1, address2, city, state, zip, phone, description } = company;
  return (
    <div className="grid gap-2">
      <address className="break-words text-muted-foreground not-italic">
        {[address1, address2].filter(Boolean).join(', ')}
        <br />
        {city}, {state} {zip}
        <br />
        <a
          href={`tel:${phone.replace(/[^+\d]/g, '')}`}
          className="rounded-sm tabular-nums hover:underline touch:touch-target max-md:inline-block"
        >
          {phone}
        </a>
      </address>
      {description && <p className="max-w-prose break-words whitespace-pre-line">{description}</p>}
    </div>
  );
}
