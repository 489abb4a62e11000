import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { passwordQuestion } from './passwordQuestion.ts';

const PromptDialog = lazy(() => import('./PromptDialog.tsx'));

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
