import type { Order, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { PasteForm } from './PasteForm.tsx';
import { ReadOrderDialog } from './ReadOrderDialog.tsx';
import type { ReadResult } from './readPasted.ts';

export interface PasteDialogProps {
  user: SessionUser;
  onClose: () => void;
  onSaved: (order: Order) => void;
}

/** Fills in the form of a new order from pasted text, a link or a file. */
export default function PasteDialog({ user, onClose, onSaved }: PasteDialogProps) {
  const [input, setInput] = useState('');
  const [result, setResult] = useState<ReadResult | null>(null);
  return (
    <ReadOrderDialog
      user={user}
      title={t`Paste order`}
      result={result}
      onBack={() => setResult(null)}
      backLabel={t`Back`}
      onClose={onClose}
      onSaved={onSaved}
    >
      <PasteForm text={input} onText={setInput} onRead={setResult} onCancel={onClose} />
    </ReadOrderDialog>
  );
}
