/** A log that writes nothing, for tests that do not read the log. */
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';

export const silentLog = createLog('silent', systemClock, () => {});
