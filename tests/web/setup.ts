/** Resets the modules for each file, since some keep state such as the signed-in user. Texts are all English. */
import { vi } from 'vitest';

vi.resetModules();
// After the reset, so that the file's own modules read English.
await import('#server/platform/language');
