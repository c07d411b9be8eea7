import { useState } from 'preact/hooks';

/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'rigsmith playground theme';
const order: Theme[] = ['auto', 'light', 'dark'];
const isTheme = (text: string | null): text is Theme => order.includes(text as Theme);

/** Applies the theme of the last visit before the first render. */
export function applyTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  const theme = isTheme(kept) ? kept : 'auto';
  document.documentElement.dataset.theme = theme;
  return theme;
}

export function useTheme(): { theme: Theme; next(): void } {
  const [theme, setTheme] = useState(applyTheme);
  const next = () => {
    const following = order[(order.indexOf(theme) + 1) % order.length] ?? 'auto';
    localStorage.setItem(KEY, following);
    setTheme(applyTheme());
  };
  return { theme, next };
}
