import type { Plugin } from 'vite';

export function pageTexts(): Plugin;
