import { useEffect, useState } from 'preact/hooks';

/**
 * Everything that is not needed for the first view of the messages: panel, forms, menus, command line. It loads after the
 * first paint, with its styles.
 */
export type Late = typeof import('./late-parts.js');

const style = (href: string): Promise<void> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => resolve();
    link.onerror = () => resolve(); // without its styles it still works
    document.head.append(link);
  });

let loading: Promise<Late> | undefined;

function load(): Promise<Late> {
  loading ??= Promise.all([import('./late-parts.js'), style('/late.css')]).then(([parts]) => parts);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

const RETRY_MS = 2_000;

/** @param isFirstViewShown it would compete with the messages for the line before that */
export function useLate(isFirstViewShown: boolean): Late | null {
  const [late, setLate] = useState<Late | null>(null);
  useEffect(() => {
    if (!isFirstViewShown) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      load().then(
        (parts) => setLate(parts),
        () => {
          timer = setTimeout(attempt, RETRY_MS);
        },
      );
    };
    attempt();
    return () => clearTimeout(timer);
  }, [isFirstViewShown]);
  return late;
}
