/** Discord's limit of a message, less room for closing and reopening a code fence. */
const limit = 2000;
const reserve = 40;

const breaks = [/\n\n(?=\S)/g, /\n/g, /[.!?]\s/g, /\s/g];

/** The last break of the best kind in the second half of `text`, else its end. */
function cutAt(text: string): number {
  for (const pattern of breaks) {
    const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
    const end = ends.at(-1);
    if (end !== undefined && end > text.length / 2) return end;
  }
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** The opening line of the fence that is still open at the end of `text`, or null. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) open = open === null ? line.trim() : null;
  }
  return open;
}

/**
 * Text in messages of at most 2,000 characters, cut between paragraphs, lines, sentences or words in this
 * order. A code fence that would be cut is closed and opened again in the next message.
 */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const head = rest.slice(0, cutAt(rest.slice(0, limit - reserve)));
    const fence = openFence(head);
    const opening = fence && fence.length < reserve / 2 ? fence : '```';
    parts.push(fence === null ? head.trimEnd() : `${head.trimEnd()}\n\`\`\``);
    rest = fence === null ? rest.slice(head.length).trimStart() : `${opening}\n${rest.slice(head.length)}`;
  }
  if (rest.trim() !== '' || parts.length === 0) parts.push(rest);
  return parts;
}
