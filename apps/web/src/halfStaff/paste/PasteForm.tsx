import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type DragEvent, useState } from 'react';
import { FilePicker } from '@/components/FilePicker.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Textarea } from '@/components/ui/Input.tsx';
import { errorMessage, isRefusal } from '@/lib/api/api.ts';
import { FILE_TYPES, type PastedText, readFile, readTyped } from './input/readInput.ts';
import { type ReadResult, readPasted } from './readPasted.ts';

interface PasteFormProps {
  text: string;
  onText: (text: string) => void;
  onRead: (result: ReadResult) => void;
  onCancel: () => void;
}

/** A form that accepts pasted text, a link or a file. */
export function PasteForm({ text, onText, onRead, onCancel }: PasteFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const read = async (input: () => Promise<PastedText>) => {
    if (pending) return;
    setPending(true);
    setProblem(null);
    try {
      onRead(await readPasted(await input()));
    } catch (error) {
      setProblem(isRefusal(error) ? error.text : errorMessage(error));
    } finally {
      setPending(false);
    }
  };
  const readBox = () => {
    setFileName(null);
    if (text.trim() === '') setProblem(t`Paste text or a link, or choose a file.`);
    else void read(() => readTyped(text));
  };
  const readDropped = (file: File) => {
    setFileName(file.name);
    void read(() => readFile(file));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        readBox();
      }}
    >
      <Edited when={text.trim() !== ''} />
      <DialogBody>
        <Field
          label={t`Text or link`}
          hint={t`The text of a proclamation, press release or email, or a link to it.`}
          error={problem ?? undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={10}
              value={text}
              onChange={({ target }) => {
                setProblem(null);
                onText(target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                readBox();
              }}
              onDrop={(event: DragEvent) => {
                const [file] = event.dataTransfer.files;
                // If no file was dropped, the browser inserts the dropped text.
                if (!file) return;
                event.preventDefault();
                readDropped(file);
              }}
            />
          )}
        </Field>
        <FilePicker
          name={fileName}
          label={t`Email, PDF, text or HTML file`}
          accept={FILE_TYPES}
          pending={pending}
          onFile={readDropped}
        />
        <p className="text-xs text-muted-foreground">
          <Trans>
            Email (.eml), PDF, text or HTML file, up to 10 MB. Files are read on this device.
          </Trans>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" type="submit" pending={pending}>
          <Trans>Read</Trans>
        </Button>
      </DialogFooter>
    </form>
  );
}
