import { beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../support/clock.js';
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
