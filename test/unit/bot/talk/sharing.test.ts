import { beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { servesAll } from '../../../support/served.js';
import { createScriptedAgent, createThread, openRelay } from './thread.js';

/** One thread and several processes; one of them shows it at a time. */
describe('a thread that another process takes', () => {
  let thread: ReturnType<typeof createThread>;
  let clock: ManualClock;
  beforeEach(() => {
    thread = createThread();
    clock = manualClock();
  });

  it('continues in the same message, and the former process sends nothing more', async () => {
    const first = openRelay(thread, clock, {});
    const told: Parameters<typeof first.hears>[0][] = [];
    const agent = createScriptedAgent((event) => {
      told.push(event);
      first.hears(event);
    });
    agent.says('Once upon', 0);
    await clock.advance(1_000);
    await first.relay.leave(() => true);
    expect(first.relay.follows('10')).toBe(false);
    agent.says(' a time', 9);
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Once upon']);

    const second = openRelay(thread, clock, { kept: first.kept() });
    for (const event of told) second.hears(event);
    agent.ends('Once upon a time.');
    second.hears(told.at(-1)!);
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Once upon a time.']);
    expect(thread.requests.filter((request) => request === 'post')).toHaveLength(1);
  });

  it('shows the whole answer again after an edit of a paused process arrived late', async () => {
    let isReplaced = false;
    const served = { ...servesAll, stillServes: async () => !isReplaced };
    let second: ReturnType<typeof openRelay> | undefined;
    const whole = { run_id: 'run_1', seq: 3, content: 'Once upon a time.', attachments: [] };
    const messages = [{ ...whole, role: 'agent' as const }];
    const stored = () => (second ?? first).kept();
    const first: ReturnType<typeof openRelay> = openRelay(thread, clock, { served, messages, stored });
    const told: Parameters<typeof first.hears>[0][] = [];
    const agent = createScriptedAgent((event) => told.push(event));
    agent.says('Once', 0);
    first.hears(told[0]!);
    await clock.advance(1_000);

    const { edit } = thread.channel;
    let arrive = () => undefined as unknown;
    const paused = new Promise((resolve) => {
      arrive = () => resolve(undefined);
    });
    thread.channel.edit = async (...sent) => {
      thread.channel.edit = edit;
      await paused;
      return edit(...sent);
    };
    agent.says(' upon', 4);
    first.hears(told[1]!);
    await clock.advance(1_000);
    isReplaced = true;
    second = openRelay(thread, clock, { kept: first.kept() });
    for (const event of told) second.hears(event);
    agent.ends('Once upon a time.');
    second.hears(told.at(-1)!);
    await clock.advance(2_000);
    expect(thread.texts()).toEqual(['Once upon a time.']);

    arrive();
    await clock.advance(1);
    await clock.advance(10_000);
    expect(thread.texts()).toEqual(['Once upon a time.']);
    expect(thread.labels()).not.toContain('Stop');
  });

  it('keeps the threads of other servers', async () => {
    const bot = openRelay(thread, clock, {});
    await bot.relay.leave((guildId) => guildId === 'another');
    expect(bot.relay.follows('10')).toBe(true);
  });

  it('is left after five seconds when Discord does not answer', async () => {
    const bot = openRelay(thread, clock, {});
    const agent = createScriptedAgent(bot.hears);
    thread.channel.post = () => new Promise(() => undefined);
    agent.says('Once upon', 0);
    await clock.advance(1_000);
    let isLeft = false;
    const leaving = bot.relay
      .leave(() => true)
      .then(() => {
        isLeft = true;
      });
    await clock.advance(4_000);
    expect(isLeft).toBe(false);
    await clock.advance(2_000);
    await leaving;
    expect(isLeft).toBe(true);
  });
});
