import type { Plugin } from 'vite';

/** Manifest of the kiosk's page, within the folder of the build. */
export const KIOSK_MANIFEST: string;
export function appShell(): Plugin;
