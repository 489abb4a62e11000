import type { ImportKind, ImportPlan, ImportResult } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';
import { readCsvFile } from './files.ts';
import { IMPORTS_KEY } from './useImports.ts';

/** A CSV file to import, and the result of its dry run. */
export interface Judged {
  fileName: string;
  csv: string;
  plan: ImportPlan;
}

/** Reads a chosen CSV file and fetches its dry run. */
export function usePreview(kind: ImportKind) {
  return useAction({
    mutationFn: async (file: File): Promise<Judged> => {
      const csv = await readCsvFile(file);
      const plan = await call('previewImport', { params: { kind }, body: { csv } });
      return { fileName: file.name, csv, plan };
    },
  });
}

/** Runs the import that the dry run showed. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ csv, plan, invite }: Judged & { invite: boolean }): Promise<ImportResult> =>
      withPassword(() =>
        call('runImport', { params: { kind }, body: { csv, plan: plan.plan, invite } }),
      ),
    onSuccess: () =>
      Promise.all([refetchLists(client), client.invalidateQueries({ queryKey: IMPORTS_KEY })]),
  });
}
