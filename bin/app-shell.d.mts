import type { Plugin } from 'vite';

export function appShell(): Plugin;
