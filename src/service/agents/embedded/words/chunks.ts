/**
 * Splits text into pieces of a few words that can be read at a glance, ending early at the end of a sentence or
 * line. Joined they are the text.
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
