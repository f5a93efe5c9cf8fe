/** Marks a notification as read for all admins when one admin has had it in view for two seconds. */
import { useEffect, useState } from 'react';
import { ACTIVITY_READ_MAX } from '#contract/monitoring/activity';
import { call } from '#web/api.ts';
import { coalesce } from '#web/time/coalesce.ts';

/** Milliseconds in view until an item is marked as read. An item in view for less time is only scrolled past. */
const VISIBLE_MS = 2000;
const BATCH_DELAY_MS = 800;
/** Milliseconds until a failed call is repeated. An item that stays in view is not reported a second time. */
const RETRY_MS = 10_000;

/** Observes an unread element. Returns a function that stops observing. */
export type Watch = (element: HTMLLIElement, id: string) => () => void;

/** The returned function never changes, so memoised items are not drawn again. */
export function useMarkAsRead(): Watch {
  const [reading] = useState(createReadTracker);
  useEffect(() => reading.start(), [reading]);
  return reading.watch;
}

function createReadTracker(): { watch: Watch; start(): () => void } {
  const seen = createMarkAsReadQueue();
  const ids = new Map<Element, string>();
  const inView = new Map<Element, ReturnType<typeof setTimeout> | undefined>();

  const startTimer = (element: Element): void => {
    clearTimeout(inView.get(element));
    const timer =
      document.visibilityState === 'visible'
        ? setTimeout(() => markIfVisible(element), VISIBLE_MS)
        : undefined;
    inView.set(element, timer);
  };
  const markIfVisible = (element: Element): void => {
    const id = ids.get(element);
    if (id === undefined) return;
    if (isCovered(element)) return startTimer(element);
    stopTimer(element);
    seen.add(id);
  };
  const stopTimer = (element: Element): void => {
    clearTimeout(inView.get(element));
    inView.delete(element);
  };
  const observer = new IntersectionObserver(
    (sightings) => {
      for (const { target, isIntersecting } of sightings) (isIntersecting ? startTimer : stopTimer)(target);
    },
    { threshold: 0.5 },
  );
  const onVisibility = (): void => {
    for (const element of inView.keys()) startTimer(element);
  };

  return {
    watch: (element, id) => {
      ids.set(element, id);
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        ids.delete(element);
        stopTimer(element);
      };
    },
    start: () => {
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        seen.stop();
      };
    },
  };
}

/** True if something covers the element, for example a dialog. */
function isCovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const middle = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
  return !element.contains(document.elementFromPoint((left + right) / 2, middle));
}

function createMarkAsReadQueue(): { add(id: string): void; stop(): void } {
  const waiting = new Set<string>();
  const batch = coalesce(() => void send());
  let isStopped = false;
  const send = async (): Promise<void> => {
    batch.cancel();
    const ids = [...waiting].slice(0, ACTIVITY_READ_MAX);
    if (ids.length === 0) return;
    for (const id of ids) waiting.delete(id);
    const answer = await call('markActivityRead', { ids });
    const canRetry = !answer.ok && (answer.failure.kind === 'unreachable' || answer.failure.status >= 500);
    if (canRetry) for (const id of ids) waiting.add(id);
    if (waiting.size > 0 && !isStopped) batch.schedule(canRetry ? RETRY_MS : 0);
  };
  return {
    add: (id) => {
      waiting.add(id);
      batch.schedule(BATCH_DELAY_MS);
    },
    stop: () => {
      isStopped = true;
      void send();
    },
  };
}
