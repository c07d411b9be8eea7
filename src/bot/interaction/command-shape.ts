import { ApplicationCommandType } from 'discord.js';
import type { CommandBody as Body } from '../command.js';

/** The fields that decide how a command looks and who may use it; Discord adds others, such as ids. */
const commandKeys = [
  'name',
  'description',
  'name_localizations',
  'description_localizations',
  'default_member_permissions',
  'nsfw',
  'options',
] as const;
/** Fields with a default chosen by Discord; compared only when the code sets them. */
const chosenByDiscord = ['contexts', 'integration_types'] as const;
const optionKeys = [
  'type',
  'name',
  'description',
  'name_localizations',
  'description_localizations',
  'required',
  'autocomplete',
  'choices',
  'options',
  'channel_types',
  'min_value',
  'max_value',
  'min_length',
  'max_length',
] as const;
const choiceKeys = ['name', 'name_localizations', 'value'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Discord returns null, false, "" (the description of a menu) or an empty list for unset fields. */
const isUnset = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Sets of numbers and texts by locale have no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort((a, b) => Number(a) - Number(b));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function shapeOf(fields: Fields, keys: readonly string[]): Fields {
  const shape: Record<string, unknown> = {};
  for (const key of keys) {
    const value = fields[key];
    if (isUnset(value)) continue;
    if (key === 'options') shape[key] = (value as Fields[]).map((each) => shapeOf(each, optionKeys));
    else if (key === 'choices') shape[key] = (value as Fields[]).map((each) => shapeOf(each, choiceKeys));
    else shape[key] = sorted(value);
  }
  return shape;
}

export const kindOf = ({ type = ApplicationCommandType.ChatInput }: Body): number => type;

/** Whether Discord's command matches the code, ignoring fields that Discord adds. */
export function isUpToDate(wanted: Body, known: Body): boolean {
  const ours: Fields = { ...wanted };
  const keys = [...commandKeys, ...chosenByDiscord.filter((key) => !isUnset(ours[key]))];
  return (
    kindOf(wanted) === kindOf(known) &&
    JSON.stringify(shapeOf(ours, keys)) === JSON.stringify(shapeOf({ ...known }, keys))
  );
}
