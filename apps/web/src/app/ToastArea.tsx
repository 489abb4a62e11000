import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { toastStore } from '@/lib/page/toast.ts';

const useMessage = () => useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);

const load = (): Promise<{ default: ComponentType }> =>
  import('@/components/ui/toast.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToaster }),
  );
const Toaster = lazy(load);

/**
 * Shows the toasts. Their code is loaded only when the user first interacts with the page or when
 * the first toast appears, so that the page loads faster.
 */
export function ToastArea() {
  const message = useMessage();
  const [wanted, setWanted] = useState(false);
  if (message && !wanted) setWanted(true);
  useEffect(() => {
    const want = () => setWanted(true);
    const once = { once: true, capture: true };
    window.addEventListener('pointerdown', want, once);
    window.addEventListener('keydown', want, once);
    return () => {
      window.removeEventListener('pointerdown', want, once);
      window.removeEventListener('keydown', want, once);
    };
  }, []);
  return <Suspense fallback={null}>{wanted && <Toaster />}</Suspense>;
}

/**
 * Shows toasts in a simple form if the toast code could not be fetched, because toasts matter most
 * when there is no network.
 */
function PlainToaster() {
  const message = useMessage();
  if (!message?.open) return null;
  return (
    <p
      role="alert"
      className="fixed right-4 bottom-4 z-60 max-w-[420px] rounded-lg border border-border bg-raised px-4 py-3 shadow-float"
    >
      {message.title}
      {message.description && `: ${message.description}`}
    </p>
  );
}
