import type { Plugin } from 'vite';

export function pageTexts(page?: 'index' | 'kiosk'): Plugin;
