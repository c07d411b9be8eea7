/**
 * Waits so many seconds; ends early when the person comes back to this page, from a wallet app for example, or when
 * nobody waits any more.
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
