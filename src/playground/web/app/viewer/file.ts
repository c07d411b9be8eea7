/** A file in the chat, as its card and its viewer need it. */
export type ChatFile = { name: string; url: string; bytes: number };

export const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 / 1024).toFixed(2)} MB`;

/** The name at the end of an address. */
export function nameAt(url: string): string {
  const last = new URL(url, location.href).pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Fetches a file of the chat whole, or says in a sentence why there is none. */
export async function fetchFile(
  url: string,
  signal?: AbortSignal,
): Promise<{ blob: Blob } | { failure: string }> {
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return { blob: await response.blob() };
    return {
      failure: 'This file is no longer there: its address has expired. Reload the page for a new one.',
    };
  } catch {
    return { failure: 'This file could not be fetched. Is the playground still running?' };
  }
}
