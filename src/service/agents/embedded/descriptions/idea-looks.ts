import { defaultLocale } from '../../../../copy/copy.js';
import type { Answering } from '../answering.js';
import * as answers from '../answers.js';
import type { Thought } from '../cards.js';
import { become } from '../changes/change.js';
import { refine } from '../changes/draft.js';
import { inCode, numbered } from '../markdown.js';
import type { TalkState } from '../wish.js';

/** Ideas as the member wants them, "scary but cute". The words are English, so other languages get plain ideas. */
export function inLook(ideas: Thought, look: string | undefined, { t }: Answering): Thought {
  if (!look || t.locale !== defaultLocale) return ideas;
  const offers = (ideas.offers ?? []).map((one) => {
    if (one.kind !== 'idea') return one;
    const prompt = refine(one.prompt, become(look, null));
    return { ...one, prompt, name: prompt };
  });
  return {
    text: answers.tellIdeas(
      offers.map(({ name }) => name),
      t,
    ),
    offers,
  };
}

/** Which of the listed ideas. */
export const whichIdea = ({ offers }: TalkState, { t }: Pick<Answering, 't'>): string =>
  `${t('agent.ideas.which')}\n${numbered(offers.map(({ name }) => inCode(name)))}\n\n${t('agent.ideas.next')}`;
