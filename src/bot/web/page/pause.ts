/**
 * Waits so many seconds; ends early on abort, or when the user returns to this page, for example from a wallet app.
 */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      resolve();
    };
    const onReturn = () => {
      if (!document.hidden) end();
    };
    const timer = setTimeout(end, seconds * 1_000);
    document.addEventListener('visibilitychange', onReturn);
    signal?.addEventListener('abort', end, { once: true });
  });
}
