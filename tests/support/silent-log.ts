/** A log that keeps silent, for what is made without one to look at. */
import { systemClock } from '#server/clock';
import { createLog } from '#server/log';

export const silentLog = createLog('silent', systemClock, () => {});
