import type { SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isUnavailable } from '@/lib/api/api.ts';
import { firstFlagsQuery } from '@/lib/lists/firstFlags.ts';
import { onTick } from '@/lib/realtime/clock.ts';
import { forgetCopy } from '../lib/session/copyOwner.ts';
import { mayShow, type OfflineCopy } from './copy.ts';
import { onCopyForgotten } from './copyOwnership.ts';
import { readCopy } from './copyStore.ts';
import { LastKnownConsole } from './LastKnownConsole.tsx';

/**
 * How long the page must have been loading before the offline copy appears, in milliseconds. If the
 * server responds sooner, the user never sees the copy.
 */
const AT_ONCE_MS = 400;

export interface LastKnownProps {
  /** The signed-in user; undefined until fetched. */
  user: SessionUser | undefined;
  /** The error if the attempt to fetch the user failed; otherwise null. */
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
  /** Loads the code that the current page needs. */
  loadCode: () => Promise<unknown>;
  /** Called when the offline copy appears. Must be a stable function. */
  onShow: () => void;
  /**
   * Called when the offline copy must no longer be shown, or if there is no copy. Must be a stable
   * function.
   */
  onOver: () => void;
}

/**
 * Shows the last known state of the poles until the console is ready, or until the offline copy
 * expires.
 */
export default function LastKnown(props: LastKnownProps) {
  const { user, error, isRetrying, onRetry, loadCode, onShow, onOver } = props;
  const copy = useCopy(onOver);
  const isLate = useLate();
  const isAnothers = copy && user && user.session.key !== copy.session;
  const isAnswered = error !== null && !isUnavailable(error);
  const isOver = isAnothers || isAnswered;
  const isShown = copy && !isOver && (isLate || error !== null);
  // Runs before the browser paints, so that the copy and the console are never on screen together.
  useLayoutEffect(() => {
    if (isOver) onOver();
    else if (isShown) onShow();
  }, [isOver, isShown, onShow, onOver]);
  if (!isShown) return null;
  return (
    <>
      <LastKnownConsole
        copy={copy}
        isOffline={error !== null && user === undefined}
        isRetrying={isRetrying}
        onRetry={onRetry}
      />
      {user && <Await loadCode={loadCode} onReady={onOver} />}
    </>
  );
}

/**
 * Returns this device's offline copy; null until it has been read. Calls `onOver` when the copy is
 * deleted or expires.
 */
function useCopy(onOver: () => void): OfflineCopy | null {
  const [copy, setCopy] = useState<OfflineCopy | null>(null);
  useEffect(() => {
    let isGone = false;
    const end = () => {
      isGone = true;
      setCopy(null);
      onOver();
    };
    void readCopy(Date.now()).then((read) => {
      if (isGone) return;
      if (read) setCopy(read);
      else end();
    });
    return onCopyForgotten(end);
  }, [onOver]);
  useEffect(() => {
    if (!copy) return;
    return onTick(() => {
      if (!mayShow(copy, Date.now())) forgetCopy();
    });
  }, [copy]);
  return copy;
}

/** Returns true once the page has been loading for AT_ONCE_MS. */
function useLate(): boolean {
  const [isLate, setLate] = useState(() => performance.now() >= AT_ONCE_MS);
  useEffect(() => {
    if (isLate) return;
    const timer = setTimeout(() => setLate(true), Math.max(0, AT_ONCE_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [isLate]);
  return isLate;
}

/**
 * Loads the console's code and the first flags, then calls `onReady`, so that the console appears
 * all at once.
 */
function Await({ loadCode, onReady }: { loadCode: () => Promise<unknown>; onReady: () => void }) {
  const { isSuccess, error } = useQuery(firstFlagsQuery());
  const [isLoaded, setLoaded] = useState(false);
  const fetchCode = useRef(loadCode);
  useEffect(() => {
    // The console itself retries failed loads and reports the failure.
    const done = () => setLoaded(true);
    void fetchCode.current().then(done, done);
  }, []);
  const isReady = isLoaded && (isSuccess || (error !== null && !isUnavailable(error)));
  useEffect(() => {
    if (isReady) startTransition(onReady);
  }, [isReady, onReady]);
  return null;
}
