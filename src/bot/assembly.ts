import type { Command } from './command.js';
import { type BotContext, type BotEnvironment, createContext } from './context.js';
import type { BotFeature, Keeper } from './feature.js';
import type { Flows } from './features.js';
import { combineHooks } from './hooks.js';
import { adoptKeys } from './key-ring.js';

export type CreateFeature = (context: BotContext) => BotFeature;

/** The features of one bot, connected through its context. */
export type Assembly = {
  context: BotContext;
  features: readonly BotFeature[];
  flows: Flows;
  /** The commands of these features. */
  commands: readonly Command[];
};

/**
 * Creates every feature. A command belongs to the bot while one of its features names it.
 * @throws SetupError when the master keys lack the key of the database
 */
export async function assemble(
  environment: Omit<BotEnvironment, 'hooks' | 'keepers'>,
  creators: readonly CreateFeature[],
  commands: readonly Command[],
): Promise<Assembly> {
  const features: BotFeature[] = [];
  const keepers = (): Record<string, Keeper> => Object.assign({}, ...features.map((each) => each.keepers));
  const context = createContext({ ...environment, hooks: combineHooks(features), keepers });
  for (const create of creators) features.push(create(context));
  const sealed = features.flatMap((feature) => feature.sealed ?? []);
  await adoptKeys(context.db, context.seal, sealed);
  const named = new Set(features.flatMap((feature) => feature.commands ?? []));
  return {
    context,
    features,
    flows: Object.assign({}, ...features.map((feature) => feature.flows)) as Flows,
    commands: commands.filter(({ data }) => named.has(data.name)),
  };
}
