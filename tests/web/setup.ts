/** Resets the modules for each file, since some keep state such as the signed-in user. */
import { vi } from 'vitest';

vi.resetModules();
