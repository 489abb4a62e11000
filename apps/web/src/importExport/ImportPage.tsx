import { IMPORT_ACTIONS, IMPORT_KINDS, type ImportKind, may } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'wouter';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/Tabs.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ImportKindForm } from './ImportKindForm.tsx';
import { KIND_LABELS } from './kinds.ts';

/** The page that imports data from CSV files, one kind at a time. The kind is in the URL. */
export default function ImportPage() {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const kinds = IMPORT_KINDS.filter((kind) => may(user, IMPORT_ACTIONS[kind]));
  const kind = kinds.find((known) => known === params.get('kind')) ?? kinds[0];
  return (
    <Page>
      <PageHeader title={t`Import`} subtitle={t`Add or update records from CSV files`} />
      <Tabs value={kind ?? ''} onValueChange={(next) => setParams({ kind: next })}>
        <TabsList aria-label={t`What to import`}>
          {kinds.map((known) => (
            <TabsTrigger key={known} value={known}>
              {KIND_LABELS[known]}
            </TabsTrigger>
          ))}
        </TabsList>
        {kinds.map((known: ImportKind) => (
          <TabsContent key={known} value={known}>
            <ImportKindForm kind={known} user={user} />
          </TabsContent>
        ))}
      </Tabs>
    </Page>
  );
}
