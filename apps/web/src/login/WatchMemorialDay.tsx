import { t } from '@lingui/core/macro';
import { Flag } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { errorMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastError } from '@/lib/page/toast.ts';

/**
 * For the demo only: starts the Memorial Day simulation on a separate server, and opens it in the
 * browser.
 */
export function WatchMemorialDay() {
  const watch = useAction({
    mutationFn: startMemorialDay,
    onSuccess: (port) => {
      const { protocol, hostname, port: home } = window.location;
      window.location.assign(`${protocol}//${hostname}:${port}/memorial-day?home=${home}`);
    },
    onError: (error) =>
      toastError(errorMessage(error), t`Couldn’t start the Memorial Day simulation`),
  });
  // The button stays pending while the other page opens.
  const isStarting = watch.isPending || watch.isSuccess;
  return (
    <Button size="lg" className="w-full" pending={isStarting} onClick={() => watch.mutate()}>
      <Flag aria-hidden="true" />
      {isStarting ? t`Starting the Memorial Day simulation…` : t`Watch Memorial Day in two minutes`}
    </Button>
  );
}

async function startMemorialDay(): Promise<number> {
  const answer = await fetch('/dev/memorial-day', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(t`Couldn’t start the simulation on the demo server. Try again.`);
  const { port } = (await answer.json()) as { port: number };
  return port;
}
