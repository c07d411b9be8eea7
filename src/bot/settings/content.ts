import { type ContentReason, createContentJudge, strictnesses, type WordLists } from '../../base/content.js';
import { AppError } from '../../base/errors.js';
import type { Metrics } from '../../base/metrics.js';
import { reason } from '../../copy/reason.js';
import type { SettingsStore } from './store.js';

export type ContentRules = {
  /** @param guildId null outside servers @throws AppError `content_rejected` */
  checkText(guildId: string | null, text: string): Promise<void>;
};

/** Refuses texts with words that a server doesn't want, before anything is sent to the service. */
export function createContentRules(deps: {
  settings: Pick<SettingsStore, 'of'>;
  words: WordLists;
  metrics: Pick<Metrics, 'count'>;
}): ContentRules {
  const { settings, words, metrics } = deps;
  const judge = createContentJudge(words);
  const refuse = (why: ContentReason): never => {
    metrics.count('rigsmith_content_refused_total', { strictness: why });
    throw new AppError('content_rejected', reason(`settings.error.content.${why}`));
  };
  return {
    async checkText(guildId, text) {
      const { strictness } = guildId === null ? { strictness: strictnesses[0] } : await settings.of(guildId);
      const why = judge(text, strictness);
      if (why) refuse(why);
    },
  };
}
