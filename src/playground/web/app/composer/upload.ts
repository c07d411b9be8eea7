import type { ActorFile } from '../../../actor/client.js';

/** Reads chosen, dropped or pasted files. */
export const readFiles = (files: Iterable<File> | FileList | null | undefined): Promise<ActorFile[]> =>
  Promise.all(
    Array.from(files ?? [], async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      contentType: file.type || 'application/octet-stream',
    })),
  );
