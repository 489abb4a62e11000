import { SIGNED_IN_AGAIN } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { toast, toastError } from '@/lib/page/toast.ts';
import { problemOf } from '@/login/providerProblems.ts';

/** Shows the outcome of signing in again through a provider, and removes it from the URL. */
export default function SignedInAgain() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const outcome = params.get('sign-in');
    if (outcome === null) return;
    params.delete('sign-in');
    const rest = params.toString();
    navigate(rest === '' ? path : `${path}?${rest}`, { replace: true });
    const problem = problemOf(outcome);
    if (outcome === SIGNED_IN_AGAIN)
      toast({
        title: t`Signed in again`,
        description: t`You can continue for the next 10 minutes.`,
      });
    else if (problem !== undefined) toastError(problem, t`Sign-in failed`);
  }, [path, search, navigate]);
  return null;
}
