import type { Company } from '@halyard/domain';
import { COMPANY_SORT_KEYS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { Building2, Plus, UserPlus } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { companyHref } from '@/lib/paths.ts';
import { COMPANY_COLUMNS } from './companyColumns.tsx';
import { DeleteCompanyDialog } from './DeleteCompanyDialog.tsx';

const AddCompanyDialog = lazyDialog(
  () => import('./AddCompanyDialog.tsx'),
  ({ onClose }) => onClose(),
);

const AddCustomerDialog = lazyDialog(
  () => import('@/customers/AddCustomerDialog.tsx'),
  ({ onClose }) => onClose(),
);

/** The page with the list of companies, which only masters can open (spec §2). */
export default function CompaniesPage() {
  const list = useListState({ sortKeys: COMPANY_SORT_KEYS });
  const { query, rows, total, isEmpty } = useListPage('listCompanies', list);
  const [adding, setAdding] = useDialogParam('add');
  const [deleting, setDeleting] = useState<Company | null>(null);
  const addUsed = useOnceOpened(adding);
  const [addingCustomer, setAddingCustomer] = useDialogParam('customer');
  const customerUsed = useOnceOpened(addingCustomer);
  const add = (label: string) => (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {label}
    </Button>
  );
  return (
    <ListPage
      title={t`Companies`}
      subtitle={t`Manage organizations and clients`}
      searchPlaceholder={t`Search companies...`}
      list={list}
      action={
        <>
          <ExportButton call="exportCompanies" search={list.search} />
          <Button onClick={() => setAddingCustomer(true)}>
            <UserPlus aria-hidden="true" />
            <Trans>Add customer</Trans>
          </Button>
          {add(t`Add Company`)}
        </>
      }
    >
      <ListContent
        query={query}
        things="companies"
        isEmpty={isEmpty}
        search={{ ...list, found: total ?? 0 }}
        empty={
          <EmptyState
            title={t`No companies yet`}
            description={t`Locations, flags and employees belong to a company. Start by creating one.`}
            icon={<Building2 />}
            action={add(t`Create First Company`)}
          />
        }
      >
        <DataList
          label={t`Companies`}
          heading="h2"
          columns={COMPANY_COLUMNS}
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowHref={({ id }) => companyHref(id)}
          onDelete={setDeleting}
        />
      </ListContent>
      {addUsed && (
        <Suspense fallback={null}>
          <AddCompanyDialog open={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {customerUsed && (
        <Suspense fallback={null}>
          <AddCustomerDialog open={addingCustomer} onClose={() => setAddingCustomer(false)} />
        </Suspense>
      )}
      <DeleteCompanyDialog company={deleting} onClose={() => setDeleting(null)} />
    </ListPage>
  );
}
