import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What a member's file may take of this process. */
export type PdfLimits = {
  pages: number;
  characters: number;
  ms: number;
  /** At least 16: from Node 22 on, a thread without the memory to start ends the whole process. */
  memoryMegabytes: number;
};

const require = createRequire(import.meta.url);

const usualLimits: PdfLimits = { pages: 300, characters: 100_000, ms: 20_000, memoryMegabytes: 256 };

/** A program of its own, because a bundler would have to know it as another entry. */
const program = `
import { parentPort, workerData } from 'node:worker_threads';
const { bytes, reader, pages, characters } = workerData;
const { getDocumentProxy } = await import(reader);
const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
let text = '';
for (let page = 1; page <= Math.min(pdf.numPages, pages) && text.length < characters; page += 1) {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  text += items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\\n' : '')).join('') + '\\n\\n';
}
parentPort.postMessage(text.slice(0, characters));
`;

/**
 * The text of a PDF, read by PDF.js in a thread of its own with limits on time and memory.
 * @returns null for one that is damaged, encrypted, too costly or without text, such as a scan
 */
export async function readPdf(bytes: Buffer, given: Partial<PdfLimits> = {}): Promise<string | null> {
  const { ms, memoryMegabytes, ...limits } = { ...usualLimits, ...given };
  const reader = pathToFileURL(require.resolve('unpdf')).href;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    env: {}, // without our secrets
    workerData: { bytes: new Uint8Array(bytes), reader, ...limits },
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    stdout: true,
    stderr: true,
  });
  const text = await new Promise<string | null>((resolve) => {
    const patience = setTimeout(() => resolve(null), ms);
    worker.once('message', resolve);
    worker.once('error', () => resolve(null));
    worker.once('exit', () => {
      clearTimeout(patience);
      resolve(null);
    });
  });
  await worker.terminate();
  return text?.trim() ? text.trim() : null;
}
