import { z } from 'zod';
import { systemClock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import {
  createEndpoint,
  type Endpoint,
  RefusalError,
  type Shape,
} from '../../service/agents/model/endpoint.js';
import { estimateTokens, type ModelMessage } from '../../service/agents/model/prompt.js';
import { type AnyTool, defineTool } from '../../service/agents/tools/tool.js';
import type { DoctorCheck } from './check.js';

/** A picture that is red, 32 pixels wide. */
const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC';
const word = 'heliotrope';
/** The rest of the context is left for rules, tools and the reply. */
const usedShare = 0.75;

const gauge = defineTool({
  name: 'read_gauge',
  label: 'Reading a gauge',
  description: 'Reads a gauge by its name.',
  input: z.object({ gauge: z.string() }),
  run: async () => ({ value: null }),
}) as unknown as AnyTool;

type Question = { compose: (shape: Shape) => ModelMessage['content']; tools?: AnyTool[]; most?: number };

/** Asks the model through the same code as the agent. */
async function ask(endpoint: Endpoint, { compose, tools = [], most = 400 }: Question) {
  const shape = endpoint.firstShape();
  const startedAt = systemClock.now();
  let firstMs: number | null = null;
  let pieces = 0;
  const replying = endpoint.ask({
    compose: (now) => [{ role: 'user', content: compose(now) } as ModelMessage],
    tools,
    most,
    shape,
    signal: new AbortController().signal,
  });
  try {
    for (let step = await replying.next(); ; step = await replying.next()) {
      const ms = systemClock.now() - startedAt;
      if (step.done) return { ...step.value, shape, firstMs: firstMs ?? ms, totalMs: ms, pieces };
      firstMs ??= ms;
      pieces += 1;
    }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    throw new Error(error.failure.hint ?? error.failure.error.message);
  }
}

/**
 * Asks the configured model what the agent needs of it: streaming, tools, pictures where they are on, and its context.
 * @throws SetupError when no model is configured
 */
export function modelChecks(config: Config, t: Translate): DoctorCheck[] {
  const { AGENT_MODEL_URL: url, AGENT_MODEL: model, AGENT_MODEL_KEY: key, AGENT_VISION } = config;
  if (!url || !model) throw new SetupError(t('cli.doctor.error.model'));
  const endpoint = createEndpoint({
    url,
    model,
    dialect: config.AGENT_DIALECT,
    key,
    firstMs: config.AGENT_FIRST_TOKEN_SECONDS * 1_000,
    idleMs: 60_000,
    clock: systemClock,
    log: silentLog,
    jitter: Math.random,
  });
  return [
    {
      name: t('cli.doctor.model.name'),
      look: () => checkStreaming(endpoint, t),
      fix: t('cli.doctor.model.fix'),
    },
    {
      name: t('cli.doctor.model_tools.name'),
      look: () => checkTools(endpoint, t),
      fix: t('cli.doctor.model_tools.fix'),
    },
    ...(AGENT_VISION === 'on'
      ? [
          {
            name: t('cli.doctor.model_pictures.name'),
            look: () => checkPictures(endpoint, t),
            fix: t('cli.doctor.model_pictures.fix'),
          },
        ]
      : []),
    {
      name: t('cli.doctor.model_context.name'),
      look: () => checkContext(endpoint, config.AGENT_CONTEXT_TOKENS, t),
      fix: t('cli.doctor.model_context.fix'),
    },
  ];
}

async function checkStreaming(endpoint: Endpoint, t: Translate): Promise<string> {
  const counting = 'Write the numbers from one to forty as words, separated by commas, and nothing else.';
  const { text, firstMs, totalMs, pieces } = await ask(endpoint, { compose: () => counting });
  const seconds = Math.round(firstMs / 100) / 10;
  if (pieces <= 1) return t('cli.doctor.model.whole', { seconds });
  const rate = Math.round((estimateTokens(text) / Math.max(1, totalMs - firstMs)) * 1_000);
  return t('cli.doctor.model.streams', { seconds, rate });
}

async function checkTools(endpoint: Endpoint, t: Translate): Promise<string> {
  const request = 'Use the tool read_gauge to read the gauge named "boiler".';
  const { calls, shape } = await ask(endpoint, { compose: () => request, tools: [gauge] });
  if (!shape.withTools) throw new Error(t('cli.doctor.model_tools.refused'));
  if (calls.some(({ name, input }) => name === gauge.name && /boiler/i.test(input)))
    return t('cli.doctor.model_tools.called');
  throw new Error(t('cli.doctor.model_tools.ignored'));
}

async function checkPictures(endpoint: Endpoint, t: Translate): Promise<string> {
  const question = 'Which colour is this picture? Answer with one English word.';
  const { text, shape } = await ask(endpoint, {
    compose: ({ withPictures }) =>
      withPictures
        ? [
            { type: 'text', text: question },
            { type: 'image_url', image_url: { url: red } },
          ]
        : question,
  });
  if (!shape.withPictures) throw new Error(t('cli.doctor.model_pictures.refused'));
  if (/\bred\b/i.test(text)) return t('cli.doctor.model_pictures.sees');
  throw new Error(t('cli.doctor.model_pictures.wrong', { answer: text.trim().slice(0, 60) }));
}

/** A server that cuts the beginning off says nothing of it: Ollama does with its default context. */
async function checkContext(endpoint: Endpoint, contextTokens: number, t: Translate): Promise<string> {
  const tokens = Math.floor(contextTokens * usedShare);
  const line = 'The night was quiet and nothing was reported. ';
  const filler = line.repeat(Math.ceil((tokens * 4) / line.length)).slice(0, tokens * 4);
  const { text, shape } = await ask(endpoint, {
    compose: ({ share }) =>
      `The password is ${word}.\n\n${filler.slice(0, filler.length * share)}\n\nWhat is the password? Answer with this one word.`,
  });
  if (shape.share < 1) throw new Error(t('cli.doctor.model_context.refused', { tokens }));
  if (text.toLowerCase().includes(word)) return t('cli.doctor.model_context.fits', { tokens });
  throw new Error(t('cli.doctor.model_context.forgets', { tokens }));
}
