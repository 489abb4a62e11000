import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type DragEvent, useRef, useState } from 'react';
import { cn } from '@/lib/cn.ts';
import { FileUp } from './icons/index.ts';
import { Button } from './ui/Button.tsx';

interface FilePickerProps {
  /** The name of the chosen file; null if none has been chosen. */
  name: string | null;
  /** The accessible name of the file input: "CSV file". */
  label: string;
  accept: string;
  pending: boolean;
  onFile: (file: File) => void;
}

/** Accepts one file, dropped or chosen with the button. */
export function FilePicker({ name, label, accept, pending, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !pending) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      className={cn(
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-lg border border-dashed border-control bg-surface px-4 py-8 text-center',
        isOver && 'border-primary bg-accent',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden="true" className="size-6 text-muted-foreground max-md:hidden" />
      <p className="min-w-0 break-words text-muted-foreground">
        {name === null ? (
          <>
            <span className="max-md:hidden">
              <Trans>Drop a file here, or</Trans>{' '}
            </span>
            <span className="md:hidden">
              <Trans>No file selected</Trans>
            </span>
          </>
        ) : (
          <span className="font-medium text-foreground">{name}</span>
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Lets the user choose the same file again after correcting it.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button pending={pending} onClick={() => input.current?.click()}>
        {name === null ? t`Choose file` : t`Choose another file`}
      </Button>
    </div>
  );
}
