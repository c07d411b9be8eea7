import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  InteractionContextType,
} from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { largestSeed } from '../src/bot/rig/options.js';

const { Subcommand, String: Text, Integer, Boolean: YesNo, Attachment: File } = ApplicationCommandOptionType;
type Option = APIApplicationCommandBasicOption;

const file = (name: string, description: string, required: boolean): Option => ({
  type: File,
  name,
  description,
  required,
});

/** An option with suggestions from the service. */
const chosen = (name: string, description: string, max_length: number): Option => ({
  type: Text,
  name,
  description,
  max_length,
  autocomplete: true,
});

const pipeline = chosen('pipeline', 'Pipeline to use, see /pipelines (default: the first that fits)', 60);
/** Pipeline parameters with an option of their own. */
export const parameterOptions = ['skeleton', 'style', 'detail'] as const;
const parameters = {
  skeleton: chosen('skeleton', 'Type of body (default: detected)', 100),
  style: chosen('style', 'Head-to-body proportions', 100),
  detail: chosen('detail', 'Level of detail: more triangles, longer wait', 100),
};
const seed = (description: string): Option => ({
  type: Integer,
  name: 'seed',
  description,
  min_value: 0,
  max_value: largestSeed,
});
const ping: Option = { type: YesNo, name: 'ping', description: 'Ping me when it is ready' };
const chance = seed('Seed for pipelines that use randomness');

const subcommand = (
  name: string,
  description: string,
  ...options: Option[]
): APIApplicationCommandSubcommandOption => ({ type: Subcommand, name, description, options });

/** The definition of `/rig` for Discord. */
export const rigData = {
  name: 'rig',
  description: 'Make a rigged, animated 3D character',
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand(
      'text',
      'From a sentence',
      {
        type: Text,
        name: 'prompt',
        required: true,
        max_length: 2000,
        description: 'Describe the character, for example: a red fox with a blue scarf',
      },
      ...[
        pipeline,
        parameters.skeleton,
        parameters.style,
        parameters.detail,
        seed('The same seed and prompt give the same rig'),
        ping,
      ],
    ),
    subcommand(
      'image',
      'From one picture of the whole figure on a plain background',
      file('image', 'PNG, JPEG or WebP up to 10 MB', true),
      ...[pipeline, parameters.skeleton, parameters.detail, chance, ping],
    ),
    subcommand(
      'images',
      'From several views of the same figure',
      file('front', 'From the front', true),
      file('left', 'From its left side', false),
      file('back', 'From behind', false),
      file('right', 'From its right side', false),
      ...[pipeline, parameters.skeleton, parameters.detail, chance, ping],
    ),
    subcommand(
      'mesh',
      'Rig a 3D model you already have',
      file('model', 'GLB or OBJ up to 25 MB', true),
      ...[pipeline, parameters.skeleton, ping],
    ),
  ],
} satisfies Command['data'];
