/**
 * The theme: a choice kept in this browser. Light is the default (spec §3). index.html applies it before
 * the first paint; print is always light (styles.css).
 */
import { useSyncExternalStore } from 'react';
import { preferenceKey, readPreference, storePreference } from './preferences.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
};

const PREFERENCE = 'theme';
const listeners = new Set<() => void>();
const page = (): DOMStringMap => document.documentElement.dataset;

const themeNow = (): Theme => THEMES.find((theme) => theme === page()['theme']) ?? 'light';
export const useTheme = (): Theme => useSyncExternalStore(subscribe, themeNow);

export function chooseTheme(theme: Theme): void {
  show(theme);
  storePreference(PREFERENCE, theme);
}

/** Follows other tabs and the device. */
export function watchTheme(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === preferenceKey(PREFERENCE)) show(newValue ?? 'light');
  });
  // A proxy's content policy may have blocked the script in index.html.
  if (page()['theme'] === undefined) show(readPreference(PREFERENCE) ?? 'light');
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', colourBar);
  colourBar();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(theme: string): void {
  page()['theme'] = theme;
  colourBar();
  for (const listener of listeners) listener();
}

function colourBar(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', backgroundColor);
}
