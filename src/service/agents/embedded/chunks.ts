/**
 * The text in pieces a person reads at a glance: some words each, ending early at the end of a sentence or line.
 * Together they are the text.
 */
export function chunksOf(text: string, aim = 32): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
    chunk += word;
    if (chunk.length < aim && !/[.!?:]\s+$|\n\s*$/.test(chunk)) continue;
    chunks.push(chunk);
    chunk = '';
  }
  return chunk ? [...chunks, chunk] : chunks;
}
