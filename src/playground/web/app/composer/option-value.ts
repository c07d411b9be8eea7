import type { ActorFile, SeenCommand } from '../../../actor/client.js';

export type CommandOption = SeenCommand['options'][number];
/** The content of an option: the typed text, and the value once a suggestion was picked. */
export type OptionEntry = { text: string; value?: string | number; file?: ActorFile };
type Value = string | number | boolean;
export type Read = { value: Value | undefined } | { fault: string };

const listed = new Set<CommandOption['kind']>(['user', 'role', 'channel', 'mentionable', 'boolean']);

/** Whether only values from the list are allowed. */
export const isListed = ({ kind, choices }: CommandOption): boolean => listed.has(kind) || choices.length > 0;

/** The value to send, `undefined` when it is omitted, or the error sentence Discord shows. */
export function readEntry(option: CommandOption, entry: OptionEntry | undefined): Read {
  const { kind, required } = option;
  if (kind === 'attachment')
    return entry?.file || !required ? { value: undefined } : { fault: 'Add a file to this option.' };
  const text = entry?.text.trim() ?? '';
  if (text === '') return required ? { fault: 'This option is required.' } : { value: undefined };
  if (entry?.value !== undefined) return { value: kind === 'boolean' ? entry.value === 'true' : entry.value };
  if (isListed(option)) return { fault: 'Choose one from the list.' };
  return kind === 'integer' || kind === 'number' ? readNumber(option, text) : readText(option, text);
}

function readNumber({ kind, min, max }: CommandOption, text: string): Read {
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value) || (kind === 'integer' && !Number.isInteger(value)))
    return { fault: kind === 'integer' ? 'Enter a whole number.' : 'Enter a number.' };
  if (min !== null && value < min) return { fault: `Enter a number of at least ${min}.` };
  if (max !== null && value > max) return { fault: `Enter a number of at most ${max}.` };
  return { value };
}

function readText({ min_length, max_length }: CommandOption, text: string): Read {
  if (min_length !== null && text.length < min_length)
    return { fault: `Enter at least ${min_length} characters.` };
  if (max_length !== null && text.length > max_length)
    return { fault: `Enter at most ${max_length} characters (now ${text.length}).` };
  return { value: text };
}
