import type { Outcome } from '../report.js';
import { playStory } from './story.js';

type Played = Awaited<ReturnType<typeof playStory>> & { seed: number };

/** Which notices members get about purchases when Discord refuses edits and direct messages. */
export async function tellPurchases(
  seeds: readonly number[],
  progress: (text: string) => void,
): Promise<Outcome> {
  const stories: Played[] = [];
  for (const seed of seeds) {
    stories.push({ seed, ...(await playStory(seed, {}, { isRefusing: true })) });
    progress(`notices: ${stories.length} of ${seeds.length}`);
  }
  const bad = stories.filter(({ problems }) => problems.length > 0);
  const sum = (pick: (story: Played) => number) => stories.reduce((all, story) => all + pick(story), 0);
  const refused = sum(({ refused: { edit, direct } }) => edit + direct);
  return {
    what: 'news of purchases in a Discord that refuses',
    done: `${seeds.length} stories, ${refused} requests refused, ${sum(({ deaths }) => deaths)} deaths, ${sum(({ told }) => told)} messages`,
    found:
      bad.length === 0
        ? 'every outcome told once, 0 contradicted'
        : `${bad.length} with findings: seeds ${bad
            .slice(0, 5)
            .map(({ seed }) => seed)
            .join(', ')}`,
    good: bad.length === 0,
    faults: refused === 0 ? ['Discord refused nothing'] : [],
    detail: bad.slice(0, 20),
  };
}
