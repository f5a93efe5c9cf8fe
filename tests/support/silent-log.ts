/** A log that keeps silent, for what is made without one to look at. */
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';

export const silentLog = createLog('silent', systemClock, () => {});
