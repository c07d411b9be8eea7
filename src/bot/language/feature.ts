import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';

/** The language a member chose for what only they see. */
export function createLanguageFeature({ languages, languageStore }: BotContext) {
  return {
    flows: { language: languages },
    commands: ['language'],
    keepers: { language: languageStore },
    hooks: { onLinked: languages.onLinked },
  } satisfies BotFeature;
}
