import { useRouteQuery } from '#web/live/use-live-query.ts';

const POLL_MS = 15_000;

/** Asks again now and then, since no live change tells of a kiosk's contacts. */
export const useKiosks = () => useRouteQuery('kiosks', undefined, { refetchInterval: POLL_MS });
