import { REST, RESTEvents } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { talkIn } from '../../bench/relay/policies.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createPacer } from '../../src/bot/delivery/pacer.js';
import { createChannel } from '../../src/bot/talk/channel.js';
import { createMessageWriter } from '../../src/bot/talk/message-writer.js';
import { createThreadRenderer } from '../../src/bot/talk/thread-renderer.js';
import type { AgentEvent } from '../../src/contract/events.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { languages } from '../support/copy.js';

/** discord.js at the local Discord, whose buckets are as small as Discord's and refill ten times as fast. */
const windowMs = 500;

let discord: LocalDiscord;
beforeEach(async () => {
  discord = await createLocalDiscord({ limits: { bucketSize: 5, bucketWindowMs: windowMs } });
});
afterEach(() => discord.close());

it('an answer grows as fast as the rate-limit headers allow: no request is refused, and its end is shown at once', async () => {
  const bot = discord.createBot({ name: 'Streamer' });
  const rest = new REST({ api: discord.api }).setToken(bot.token);
  const statuses: number[] = [];
  const pacer = createPacer({ clock: systemClock });
  rest.on(RESTEvents.Response, ({ method, route, path }, { status, headers }) => {
    statuses.push(status);
    pacer.observe({ method, route, channelId: path.split('/')[2] ?? '', status, headers });
  });
  const channel = createChannel(rest);
  const progress = { saveView: async () => undefined };
  const renderer = createThreadRenderer({
    served: { stillServes: async () => true },
    troubles: { set: async () => undefined },
    channel,
    pacer,
    clock: systemClock,
    log: silentLog,
    languages,
    onShut: async () => undefined,
    writer: createMessageWriter({
      progress,
      channel,
      clock: systemClock,
      filesOf: async () => [],
      languages,
    }),
  });
  const channelId = discord.guild().channels.find(({ name }) => name === 'agent')!.id;
  const threadState = renderer.open(talkIn(channelId));
  const mia = discord.as('mia');

  let seq = 0;
  const tell = (type: AgentEvent['type'], data: object) => {
    seq += 1;
    const base = { id: `evt_${seq}`, seq, conversation_id: 'cnv_1', run_id: 'run_1' };
    renderer.fold(threadState, { ...base, created_at: '2026-01-01T00:00:00.000Z', type, data } as AgentEvent);
  };
  let text = '';
  // Three windows on a machine with time for it; a busy one sends the same requests in more of them.
  const [until, latest] = [Date.now() + 3 * windowMs, Date.now() + 12 * windowMs];
  while (Date.now() < until || (statuses.length <= 8 && Date.now() < latest)) {
    tell('agent_response', { message_id: 'm', delta: 'word ', text_offset: text.length, is_final: false });
    text += 'word ';
    await systemClock.sleep(10);
  }
  const grown = statuses.length;
  tell('agent_complete', {
    message_id: 'm',
    text: `${text}and the end.`,
    finish_reason: 'stop',
    attachments: [],
    usage: { credits: 0 },
  });
  await mia.waitFor((seen) => seen.find(({ content }) => content === `${text}and the end.`), { channelId });
  expect(statuses.length - grown).toBeLessThanOrEqual(2); // the request in flight, and the end
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(grown).toBeGreaterThan(8);
});
