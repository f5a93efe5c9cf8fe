/** Runs before each end-to-end test file: the matchers for screens, and an end for the server the file has started. */
import { afterAll } from 'vitest';
import { stopSharedServer } from './app.ts';
import './matchers.ts';

afterAll(stopSharedServer);
