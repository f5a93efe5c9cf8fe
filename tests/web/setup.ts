/** Each file begins anew, as in a browser: who is signed in, for instance, is kept in a module. */
import { vi } from 'vitest';

vi.resetModules();
