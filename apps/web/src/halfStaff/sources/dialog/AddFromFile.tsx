import type { OrderSource, SourceDefinition } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FilePicker } from '@/components/FilePicker.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { call, errorMessage, isRefusal } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast } from '@/lib/page/toast.ts';
import { refetchHalfStaff } from '../../data/halfStaffQueries.ts';
import { readSourceFile } from './readSourceFile.ts';

interface AddFromFileProps {
  onClose: () => void;
  onAdded: (sources: OrderSource[]) => void;
}

interface Outcome {
  added: OrderSource[];
  errors: readonly string[];
}

/** Adds all sources in a JSON file, or none of them if any is invalid. */
export function AddFromFile({ onClose, onAdded }: AddFromFileProps) {
  const client = useQueryClient();
  const [fileName, setFileName] = useState<string | null>(null);
  const add = useAction({
    mutationFn: async (file: File): Promise<Outcome> => {
      const { definitions, errors } = await readSourceFile(file);
      return definitions === null ? { added: [], errors } : addAll(definitions);
    },
    onSuccess: async ({ added, errors }) => {
      onAdded(added);
      if (added.length > 0)
        toast({
          title: plural(
            { count: added.length },
            { one: '# source added', other: '# sources added' },
          ),
        });
      const hasSecrets = added.some(({ secret }) => secret !== undefined);
      if (errors.length === 0 && !hasSecrets) onClose();
      await refetchHalfStaff(client);
    },
  });
  const errors = add.isError ? [errorMessage(add.error)] : (add.data?.errors ?? []);
  return (
    <>
      <DialogBody>
        <FilePicker
          name={fileName}
          label={t`JSON file`}
          accept=".json,application/json"
          pending={add.isPending}
          onFile={(file) => {
            setFileName(file.name);
            add.mutate(file);
          }}
        />
        <p className="text-xs text-muted-foreground">
          <Trans>A JSON file with one source, or an array of sources, up to 1 MB.</Trans>
        </p>
        {errors.length > 0 && (
          <ul role="alert" className="grid gap-1 text-[0.8125rem] font-medium text-bad">
            {errors.map((error) => (
              <li key={error} className="break-words">
                {error}
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Back</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}

/**
 * Adds each source of a file. Returns the added sources, and an error for each source that the
 * server rejects.
 */
async function addAll(definitions: readonly SourceDefinition[]): Promise<Outcome> {
  const added: OrderSource[] = [];
  const errors: string[] = [];
  for (const [at, definition] of definitions.entries()) {
    try {
      added.push(await call('addOrderSource', { body: definition }));
    } catch (error) {
      const message = isRefusal(error) ? error.text : errorMessage(error);
      errors.push(t`Entry ${{ entry: at + 1 }} (${{ name: definition.name }}): ${message}`);
      if (!isRefusal(error)) break;
    }
  }
  return { added, errors };
}
