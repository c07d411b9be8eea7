import type { Generation } from '../../contract/rig.js';
import { clip } from '../text.js';

/** What a character is called, in lists and as a file: its prompt without the request around it. */

type Made = Pick<Generation, 'input'>;

/** "Please make me a", "ein", "une": in front of a name, in the languages of the bot that write such words apart. */
const request =
  /^(?:(?:please|can you|could you|i want|i would like|i'd like|make|create|generate|draw|design|give me|me|us|a|an|the|some|ein|eine|einen|der|die|das|un|une|una|le|la|les|el|los|las|um|uma|o|os|as)\s+)+/i;

/** The prompt in one line, starting with its subject and a capital; null for a rig from files. */
export function characterName({ input }: Made, longest = 60): string | null {
  const line = input.prompt?.trim().replace(/\s+/g, ' ') ?? '';
  const name = line.replace(request, '') || line;
  return name === '' ? null : clip(name.charAt(0).toUpperCase() + name.slice(1), longest);
}

const longestStem = 40;

/** A file name without its ending: `red-fox-knight`. ASCII, because Discord changes other names. */
export function fileStem(made: Made): string {
  const words = (characterName(made, 200) ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const fitting = words.filter((_, at) => words.slice(0, at + 1).join('-').length <= longestStem);
  return fitting.join('-') || 'character';
}
