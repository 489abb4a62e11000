import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useSearch } from 'wouter';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { passwordQuestion } from './passwordQuestion.ts';

const PromptDialog = lazyDialog(
  () => import('./PromptDialog.tsx'),
  () => passwordQuestion.answer(false),
);
const SignedInAgain = lazy(() => import('./SignedInAgain.tsx'));

/**
 * Asks for the password when `withPassword` needs it. Users who sign in through a provider sign in
 * there again instead.
 */
export function PasswordPrompt() {
  const question = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.get);
  // If the user leaves the signed-in pages, the prompt counts as canceled.
  useEffect(() => () => passwordQuestion.answer(false), []);
  const isBack = new URLSearchParams(useSearch()).has('sign-in');
  return (
    <Suspense fallback={null}>
      {question && <PromptDialog />}
      {isBack && <SignedInAgain />}
    </Suspense>
  );
}
