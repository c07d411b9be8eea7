import { readFileSync } from 'node:fs';
import type { SentAttachment } from '../../src/contract/agents.js';
import type { Pack } from '../../src/contract/payments.js';
import type { Generation } from '../../src/contract/rig.js';
import type { Copy } from '../../src/copy/copy.js';
import type { Turn } from '../../src/service/agents/brain.js';
import { createDocSearch } from '../../src/service/agents/docs.js';
import { createEmbeddedBrain } from '../../src/service/agents/embedded/index.js';
import { toolboxFor } from '../../src/service/agents/tools/index.js';
import type { NewProposal, ToolSources } from '../../src/service/agents/tools/tool.js';
import { createPipelines } from '../../src/service/rig/pipelines.js';
import type { Seen } from './score.js';
import type { Said } from './set.js';

const readCatalog = (name: string) => readFileSync(`data/catalog/${name}`, 'utf8');

const frog: Generation = {
  id: 'gen_1',
  type: 'text',
  pipeline_id: 'clay',
  status: 'succeeded',
  stage: null,
  progress: 100,
  queue_position: 0,
  eta_seconds: 0,
  output: null,
  input: { prompt: 'a green frog knight', images: 0, seed: 1, parameters: {} },
  credits: { held: 0, consumed: 10, refunded: 0 },
  error: null,
  created_at: new Date(0).toISOString(),
  started_at: null,
  finished_at: null,
};

/** A member with 45 credits and one finished rig, and the real catalogs. */
function sourcesOf(): ToolSources {
  const pipelines = createPipelines(JSON.parse(readCatalog('pipelines.json')));
  const search = createDocSearch([readCatalog('guide.md')]);
  const packs: Pack[] = JSON.parse(readCatalog('packs.json')).map(
    ({ prices, ...pack }: Pack & { prices: Record<string, string> }) => ({
      ...pack,
      prices: Object.entries(prices).map(([currency, amount]) => ({ currency, amount })),
    }),
  );
  return {
    readBalance: async () => ({ available: 45, held: 0, lifetimePurchased: 100 }),
    listEntries: async () => [{ kind: 'purchase', credits: 100, note: null }],
    listPipelines: async () => pipelines.all,
    quote: async (body) => pipelines.choose(body.type, body.pipeline_id),
    listPacks: async () => packs,
    listGenerations: async (_, limit) => [frog].slice(0, limit),
    searchDocs: async (query, limit) => search(query, limit),
  };
}

const fileOf = (name: string): SentAttachment => ({
  name,
  url: `https://files.example/${name}`,
  content_type: /\.(?:png|jpe?g)$/.test(name) ? `image/${name.split('.').at(-1)}` : null,
  ...(name.endsWith('.txt') && { text: 'Once there was a king with a red cape who lost his horse.' }),
});

type Proposal = Turn['proposals'][number];
const cardOf = (proposal: NewProposal): Proposal =>
  ({ generation: null, top_up: null, ...proposal, status: 'open' }) as unknown as Proposal;

const blank = { attachments: [], proposals: [], finishReason: null, memory: null };

/**
 * Holds a conversation: each call says one thing and returns what the member sees.
 * @param options.locale the member's language
 */
export function startConversation(
  options: { locale?: string | undefined; copy?: Copy } = {},
): (said: Pick<Said, 'say' | 'files'>) => Promise<Seen> {
  const { locale, copy } = options;
  const sources = sourcesOf();
  const brain = createEmbeddedBrain({ paceMs: 0, ...(copy && { copy }) });
  const history: Turn[] = [];
  let files: readonly SentAttachment[] = [];
  return async ({ say, files: names = [] }) => {
    const attachments = names.map(fileOf);
    if (attachments.length > 0) files = attachments;
    history.push({ ...blank, role: 'user', content: say, attachments });
    const answer = { text: '', proposals: [] as Proposal[], memory: null as unknown };
    const tools = toolboxFor({ userId: 'mia', sources, files, ...(locale && { locale }) });
    const { signal } = new AbortController();
    const where = locale ? { locale } : {};
    const input = { history: [...history], task: 'answer' as const, turnedDown: 0, tools, signal, ...where };
    for await (const step of brain({ ...input, budgetTokens: Number.POSITIVE_INFINITY })) {
      if (step.kind === 'text') answer.text += step.delta;
      if (step.kind === 'proposal') answer.proposals.push(cardOf(step.proposal));
      if (step.kind === 'memory') answer.memory = step.memory;
    }
    const { text, proposals, memory } = answer;
    history.push({ ...blank, role: 'agent', content: text, proposals, memory });
    return { text, prompts: proposals.flatMap(({ generation: one }) => (one ? [one.prompt] : [])) };
  };
}
