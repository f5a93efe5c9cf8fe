/** The theme is stored in this browser; light by default (spec §3). index.html applies it before the first paint. */
import type { PlainKey } from '#texts/say';
import { preferenceKey, readPreference, storePreference } from './preferences.ts';
import { createStore, useStore } from './store.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_LABELS: Readonly<Record<Theme, PlainKey>> = {
  light: 'theme.light',
  dark: 'theme.dark',
  system: 'theme.system',
};

const PREFERENCE = 'theme';
const page = (): DOMStringMap => document.documentElement.dataset;
const store = createStore<Theme>('light');

export const useTheme = (): Theme => useStore(store);

export function chooseTheme(theme: Theme): void {
  show(theme);
  storePreference(PREFERENCE, theme);
}

export function watchTheme(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === preferenceKey(PREFERENCE)) show(newValue ?? 'light');
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', updateThemeColor);
  // The script in index.html sets the theme, unless a proxy's content policy blocked this script.
  show(page()['theme'] ?? readPreference(PREFERENCE) ?? 'light');
}

function show(theme: string): void {
  page()['theme'] = theme;
  updateThemeColor();
  store.set(THEMES.find((one) => one === theme) ?? 'light');
}

function updateThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', backgroundColor);
}
