import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { passwordQuestion } from './passwordQuestion.ts';

const PromptDialog = lazyDialog(
  () => import('./PromptDialog.tsx'),
  () => passwordQuestion.answer(false),
);

/** Asks for the password where a call of `withPassword` needs it. */
export function PasswordPrompt() {
  const question = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.get);
  // Whoever leaves the signed-in pages leaves the question unanswered.
  useEffect(() => () => passwordQuestion.answer(false), []);
  return (
    question && (
      <Suspense fallback={null}>
        <PromptDialog />
      </Suspense>
    )
  );
}
