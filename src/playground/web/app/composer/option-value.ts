import type { ActorFile, SeenCommand } from '../../../actor/client.js';
import type { Translate } from '../copy/texts.js';

export type CommandOption = SeenCommand['options'][number];
/** The content of an option: the typed text, and the value once a suggestion was picked. */
export type OptionEntry = { text: string; value?: string | number; file?: ActorFile };
type Value = string | number | boolean;
export type Read = { value: Value | undefined } | { fault: string };

const listed = new Set<CommandOption['kind']>(['user', 'role', 'channel', 'mentionable', 'boolean']);

/** Whether only values from the list are allowed. */
export const isListed = ({ kind, choices }: CommandOption): boolean => listed.has(kind) || choices.length > 0;

/** The value to send, `undefined` when it is omitted, or the error sentence Discord shows. */
export function readEntry(option: CommandOption, entry: OptionEntry | undefined, t: Translate): Read {
  const { kind, required } = option;
  if (kind === 'attachment')
    return entry?.file || !required ? { value: undefined } : { fault: t('playground.fault.file') };
  const text = entry?.text.trim() ?? '';
  if (text === '') return required ? { fault: t('playground.fault.required') } : { value: undefined };
  if (entry?.value !== undefined) return { value: kind === 'boolean' ? entry.value === 'true' : entry.value };
  if (isListed(option)) return { fault: t('playground.fault.list') };
  return kind === 'integer' || kind === 'number' ? readNumber(option, text, t) : readText(option, text, t);
}

function readNumber({ kind, min, max }: CommandOption, text: string, t: Translate): Read {
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value) || (kind === 'integer' && !Number.isInteger(value)))
    return { fault: t(kind === 'integer' ? 'playground.fault.whole' : 'playground.fault.number') };
  if (min !== null && value < min) return { fault: t('playground.fault.least', { min }) };
  if (max !== null && value > max) return { fault: t('playground.fault.most', { max }) };
  return { value };
}

function readText({ min_length, max_length }: CommandOption, text: string, t: Translate): Read {
  if (min_length !== null && text.length < min_length)
    return { fault: t('playground.fault.short', { min: min_length }) };
  if (max_length !== null && text.length > max_length)
    return { fault: t('playground.fault.long', { max: max_length, count: text.length }) };
  return { value: text };
}
