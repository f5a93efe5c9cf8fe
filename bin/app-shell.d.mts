import type { Plugin } from 'vite';

export declare function appShell(): Plugin;
