import type { TextKey } from '../copy/texts.js';

/** A file in the chat, for its card and its viewer. */
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

/** Fetches a file of the chat, or returns the text of its failure. */
export async function fetchFile(
  url: string,
  signal?: AbortSignal,
): Promise<{ blob: Blob } | { failure: Extract<TextKey, `playground.file.failure.${string}`> }> {
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return { blob: await response.blob() };
    return { failure: 'playground.file.failure.expired' };
  } catch {
    return { failure: 'playground.file.failure.unloaded' };
  }
}
