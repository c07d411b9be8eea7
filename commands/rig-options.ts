import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import type { Command, CommandData } from '../src/bot/command.js';
import { sources } from '../src/bot/rig/cards/new.js';
import { largestSeed } from '../src/bot/rig/options.js';
import { longestCaption } from '../src/contract/rig-input.js';

const { Subcommand, String: Text, Integer, Boolean: YesNo, Attachment: File } = ApplicationCommandOptionType;
type Options<T> = T extends { options?: readonly (infer Option)[] } ? Option : never;
type RigSubcommand = Extract<Options<CommandData>, { type: typeof Subcommand }>;
type Option = Options<RigSubcommand>;

const file = (name: string, required: boolean): Option => ({ type: File, name, required });

/** An option with suggestions from the service. */
const suggested = (name: string, max_length: number): Option => ({
  type: Text,
  name,
  max_length,
  autocomplete: true,
});

/** Pipeline parameters with an option of their own. */
export const parameterOptions = ['skeleton', 'style', 'proportions', 'detail'] as const;
const skeleton = suggested('skeleton', 100);
const style = suggested('style', 100);
const proportions = suggested('proportions', 100);
const detail = suggested('detail', 100);
const pipeline = suggested('pipeline', 60);
const seed: Option = {
  type: Integer,
  name: 'seed',
  min_value: 0,
  max_value: largestSeed,
};
const ping: Option = { type: YesNo, name: 'ping' };
const isPrivate: Option = { type: YesNo, name: 'private' };
const prompt: Option = {
  type: Text,
  name: 'prompt',
  required: true,
  max_length: 2000,
};

/** What pictures show. */
const description: Option = { type: Text, name: 'description', max_length: longestCaption };

/** The options of a rig from pictures, after the pictures themselves. */
const ofPictures = [description, pipeline, skeleton, style, detail, seed, ping, isPrivate];

const subcommand = (name: string, options: readonly Option[]): RigSubcommand => ({
  type: Subcommand,
  name,
  options,
});

/** The definition of `/rig` for Discord. */
export const rigData = {
  name: 'rig',
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand('text', [prompt, pipeline, skeleton, style, proportions, detail, seed, ping, isPrivate]),
    subcommand('image', [file('image', true), ...ofPictures]),
    subcommand('images', [
      file('front', true),
      file('left', false),
      file('back', false),
      file('right', false),
      ...ofPictures,
    ]),
    subcommand('mesh', [file('model', true), pipeline, skeleton, style, ping, isPrivate]),
    subcommand('form', [
      { type: Text, name: 'from', required: true, choices: sources.map((value) => ({ value })) },
      pipeline,
    ]),
    subcommand('confirm', [{ type: YesNo, name: 'ask', required: true }]),
  ],
} satisfies Command['data'];
