import { useEffect } from 'react';
import type { Preferences } from '../../shared/api.ts';

/** Puts `light` or `dark` on the document, following the system while that is preferred. */
export function useTheme(theme: Preferences['theme']): void {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const show = () => {
      const chosen = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
      document.documentElement.dataset.theme = chosen;
    };
    show();
    dark.addEventListener('change', show);
    return () => dark.removeEventListener('change', show);
  }, [theme]);
}
