import { t } from '@lingui/core/macro';
import { type ComponentType, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NetworkError } from '@/lib/api/api.ts';
import { laterCode } from '@/lib/page/laterCode.ts';
import { toastError } from '@/lib/page/toast.ts';
import { ErrorState } from './ui/ErrorState.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface FailedProps<Props> {
  /** The props of the component whose code did not load. */
  props: Props;
  /**
   * Fetches the component's code again.
   * @returns whether the code loaded
   */
  retry: () => Promise<boolean>;
}

/** How long to wait between two automatic attempts to load a page, in milliseconds. */
const RETRY_MS = 10_000;

/** Loads a component when it is first shown. If its code does not load, shows `Failed` instead. */
function lazyOr<Props extends object>(
  load: Load<Props>,
  Failed: ComponentType<FailedProps<Props>>,
): ComponentType<Props> {
  const code = laterCode(load);
  const retry = () =>
    code.load().then(
      () => true,
      () => false,
    );
  const First = lazy(() =>
    code
      .load()
      .catch(() => ({ default: (props: Props) => <Failed props={props} retry={retry} /> })),
  );
  return function Lazy(props: Props) {
    const Part = useSyncExternalStore(code.subscribe, code.current)?.default ?? First;
    return <Part {...props} />;
  };
}

/** Loads a page when it is first shown. Without a network, shows a message with a Retry button. */
export const lazyPage = <Props extends object>(load: Load<Props>) =>
  lazyOr(load, ({ retry }) => <NotLoaded title={t`Couldn’t load this page.`} retry={retry} />);

/**
 * Loads a part of a page when it is first shown. Without a network, shows a message with a Retry
 * button.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazyOr(load, ({ retry }) => (
    <NotLoaded title={t`Couldn’t load this part of the page.`} retry={retry} />
  ));

const UNREACHABLE = new NetworkError(null);

function NotLoaded({ title, retry }: { title: string; retry: () => Promise<boolean> }) {
  const [isRetrying, setRetrying] = useState(false);
  const again = async () => {
    setRetrying(true);
    await retry();
    setRetrying(false);
  };
  useEffect(() => {
    const tryAgain = () => void retry();
    const timer = setInterval(tryAgain, RETRY_MS);
    window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [retry]);
  return (
    <ErrorState
      title={title}
      error={UNREACHABLE}
      onRetry={() => void again()}
      retrying={isRetrying}
    />
  );
}

/**
 * Loads a dialog when it first opens. If the code cannot be loaded, shows a message and closes the
 * dialog; opening it again retries.
 * @param close closes the dialog, given its props
 */
export const lazyDialog = <Props extends object>(
  load: Load<Props>,
  close: (props: Props) => void,
): ComponentType<Props> => {
  let isReported = false;
  return lazyOr(load, ({ props, retry }) => {
    const opened = useRef<Props | null>(null);
    useEffect(() => {
      const before = opened.current;
      opened.current = props;
      const report = () => {
        isReported = true;
        toastError(UNREACHABLE.message);
        close(props);
      };
      if (!isReported) report();
      else if (before === null || isOpenedBy(before, props))
        void retry().then((came) => {
          isReported = !came;
          if (!came) report();
        });
    });
    return null;
  });
};

/**
 * Returns whether a change of props opens the dialog, for example if `open` or the row to show was
 * just set.
 */
const isOpenedBy = <Props extends object>(before: Props, now: Props): boolean =>
  Object.entries(now).some(
    ([name, value]) =>
      value && typeof value !== 'function' && value !== before[name as keyof Props],
  );
