import { createRateLimit } from '../../../base/rate-limit.js';
import { promptHelp } from '../../../contract/prompt-help.js';
import { describePrompt } from '../../../engine/input/text/prompt.js';
import { type Feature, route, type ServiceContext } from '../../feature.js';
import { adviseOn, usable } from './advice.js';
import type { Rewrite } from './rewrite.js';

/**
 * Better words for a description, before it costs anything.
 * @param options.rewrite asks the agent's model; the grammar alone without it
 * @param options.usesGrammar whether a pipeline reads descriptions with our grammar, or gives them to a provider
 */
export function createWordingFeature(
  { db, limits, clock }: Pick<ServiceContext, 'db' | 'limits' | 'clock'>,
  options: { rewrite: Rewrite | null; usesGrammar: (pipelineId: string | undefined) => boolean },
): Feature {
  const { rewrite, usesGrammar } = options;
  const attempts = createRateLimit({ clock, limit: 12, windowMs: 60_000 });
  return {
    routes: [
      route(promptHelp, async (call) => {
        const { user, body } = call;
        const { prompt, pipeline_id } = body;
        await limits.check(db, limits.askerOf(call));
        attempts.take(user.id);
        const advice = adviseOn(prompt);
        const proposed = rewrite ? await rewrite(prompt) : [];
        const better = usesGrammar(pipeline_id)
          ? usable(proposed, prompt)
          : proposed.filter((one) => describePrompt(one).refusal === null);
        const isModel = better.length > 0;
        return {
          status: 200,
          body: {
            ...advice,
            ...(isModel && { suggestions: better }),
            by: isModel ? ('model' as const) : ('grammar' as const),
          },
        };
      }),
    ],
  };
}
