import { beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { createScriptedAgent, createThread, openRelay } from './thread.js';

type Given = Parameters<typeof openRelay>[2];
let thread: ReturnType<typeof createThread>;
let clock: ManualClock;
let bot: ReturnType<typeof openRelay>;
let agent: ReturnType<typeof createScriptedAgent>;

/** A member has posted a message, and the service has accepted it. */
const say = (given: Given = {}, runId = 'run_1') => {
  bot = openRelay(thread, clock, given);
  bot.relay.expect('10', runId);
};
beforeEach(() => {
  thread = createThread();
  clock = manualClock();
  agent = createScriptedAgent((event) => bot.hears(event));
});
const seconds = (count: number) => clock.advance(count * 1_000);

describe('a thread without a sign of its agent', () => {
  it('says after 15 seconds that it waits, and shows the answer in its place', async () => {
    say();
    await seconds(14);
    expect(thread.texts()).toEqual([]);
    await seconds(7);
    expect(thread.texts()).toEqual(["-# The agent hasn't answered yet. Still waiting…"]);
    expect(thread.labels()).toEqual(['Stop']);
    agent.ends('At last.');
    await seconds(1);
    expect(thread.texts()).toEqual(['At last.']);
  });

  it('shows the answer in the same message though its run has another id than expected', async () => {
    say({}, 'run:posted');
    await seconds(20);
    agent.says('At', 0, 'resp_9');
    agent.ends('At last.', { runId: 'resp_9' });
    await seconds(5);
    expect(thread.texts()).toEqual(['At last.']);
    expect(bot.kept().runId).toBe('resp_9');
  });

  it("says so below the agent's last step", async () => {
    say();
    agent.does('Shaping the body');
    await seconds(25);
    expect(thread.texts()).toEqual([
      '-# Shaping the body… · started <t:1767225600:R>\n-# Still waiting for more…',
    ]);
    agent.does('Placing joints');
    await seconds(2);
    expect(thread.texts()).toEqual(['-# Placing joints… · started <t:1767225600:R>']);
  });

  it('says that it polls without a live connection', async () => {
    say({ messages: [] });
    await seconds(20);
    expect(thread.texts()[0]).toMatch(/No live connection.*Checking for its answer/);
  });

  it('tells a reply that is not understood from an outage', async () => {
    say({ messages: [], garbled: true });
    await seconds(30);
    expect(thread.texts()[0]).toMatch(/answers in a way I don't understand/);
  });

  it('says that the message is kept while the service is away, and never gives it up', async () => {
    bot = openRelay(thread, clock, { unreachable: true });
    bot.relay.fail('10', 'unsent');
    await seconds(20);
    expect(thread.texts()[0]).toMatch(/Your message is saved/);
    expect(bot.relay.isAnswering('10')).toBe(false); // so it is sent again
    await seconds(3_600);
    expect(thread.texts()[0]).toMatch(/Your message is saved/);
  });

  it('says so although the message is resent every 10 seconds, and restarts the wait once it was accepted', async () => {
    bot = openRelay(thread, clock);
    for (let again = 0; again < 30; again += 1) {
      bot.relay.follow(bot.kept());
      bot.relay.fail('10', 'unsent');
      await seconds(10);
    }
    expect(thread.texts()[0]).toMatch(/Your message is saved/);
    bot.relay.follow(bot.kept());
    bot.relay.expect('10', 'run_1');
    await seconds(20);
    expect(thread.texts()).toEqual(["-# The agent hasn't answered yet. Still waiting…"]);
    agent.ends('At last.');
    await seconds(1);
    expect(thread.texts()).toEqual(['At last.']);
  });

  it('says nothing more of a message that the service has answered although its reply was lost', async () => {
    bot = openRelay(thread, clock);
    agent.ends('At last.');
    await seconds(1);
    bot.relay.fail('10', 'unsent');
    await seconds(20);
    expect(thread.texts()).toEqual(['At last.', expect.stringMatching(/Your message is saved/)]);
    bot.relay.follow(bot.kept());
    bot.relay.expect('10', 'run_1');
    await seconds(1);
    expect(thread.texts()).toEqual(['At last.']);
    await seconds(600);
    expect(thread.texts()).toEqual(['At last.']);
    agent.ends('And another.', { runId: 'run_2' });
    await seconds(1);
    expect(thread.texts()).toEqual(['At last.', 'And another.']);
  });

  it('lets the next process send a message that the one before could not', async () => {
    bot = openRelay(thread, clock);
    bot.relay.fail('10', 'unsent');
    await seconds(20);
    bot = openRelay(thread, clock, { kept: bot.kept(), isQuiet: true });
    expect(bot.relay.isAnswering('10')).toBe(false);
    bot.relay.follow(bot.kept());
    expect(bot.relay.isAnswering('10')).toBe(true);
    bot.relay.expect('10', 'run_1');
    agent.ends('At last.');
    await seconds(1);
    expect(thread.texts()).toEqual(['At last.']);
  });

  it('says that a message was stopped before it was sent', async () => {
    bot = openRelay(thread, clock);
    bot.relay.fail('10', 'unsent');
    await seconds(20);
    bot.relay.drop('10');
    await seconds(5);
    expect(thread.texts()).toEqual(['> ⚠️ Stopped before your message was sent.']);
    expect(thread.labels()).toEqual(['Reply']);
  });

  it('adds nothing to the refusal of a message', async () => {
    bot = openRelay(thread, clock);
    bot.relay.fail('10', 'refused');
    await seconds(600);
    expect(thread.texts()).toEqual([]);
  });

  it('waits half an hour while the service reports that it works', async () => {
    say({ status: 'running' });
    await seconds(1_790);
    expect(thread.texts()[0]).toMatch(/Still waiting/);
    await seconds(20);
    expect(thread.texts()[0]).toMatch(/hasn't responded for 30 minutes/);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });
});

describe('after a minute without a sign', () => {
  it('a thread offers to ask again where the service is idle and holds no answer', async () => {
    say({ messages: [{ role: 'user', content: 'Hello', run_id: null, seq: 1 }], status: 'idle' });
    await seconds(55);
    expect(thread.labels()).toEqual(['Stop']);
    await seconds(15);
    expect(thread.texts()).toHaveLength(1);
    expect(thread.texts()[0]).toMatch(/stopped without an answer/);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });

  it('a thread waits on where the service does not say whether it works', async () => {
    say({ messages: [], missing: ['readConversation'] });
    await seconds(120);
    expect(thread.labels()).toEqual(['Stop']);
  });
});

describe('after 3 minutes without a sign', () => {
  it.each<[string, Given, RegExp]>([
    ['the service says nothing', { messages: [], missing: ['readConversation'] }, /No answer within 3 min/],
    ['the service does nothing', { messages: [], status: 'idle' }, /without an answer/],
    [
      'the service has no messages to read',
      { missing: ['listMessages'], status: 'idle' },
      /without an answer/,
    ],
    ['the service has nothing to read', { missing: ['listMessages', 'readConversation'] }, /couldn't reach/],
    [
      'the service is out of reach',
      { unreachable: true },
      /couldn't reach the agent's service for 3 minutes/,
    ],
    ['its replies are not understood', { garbled: true }, /answered in a way I don't understand/],
  ])('a thread offers to ask again when %s', async (_, given, words) => {
    say(given);
    await seconds(190);
    expect(thread.texts()).toHaveLength(1);
    expect(thread.texts()[0]).toMatch(words);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });

  it('an answer that still arrives replaces the error, also after a restart', async () => {
    say({ messages: [], status: 'idle' });
    await seconds(190);
    await bot.relay.stop();
    bot = openRelay(thread, clock, { kept: bot.kept(), isQuiet: true });
    await seconds(20);
    agent.ends('Sorry, that took long.');
    await seconds(1);
    expect(thread.texts()).toEqual(['Sorry, that took long.']);
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch']);
  });
});

describe('an answer from a service', () => {
  const user = { role: 'user' as const, run_id: null, content: 'Hello', attachments: [], seq: 0 };
  const reply = { ...user, role: 'agent' as const, content: 'Hi.' };

  it('without runs and numbers is the text after the last message of the member', async () => {
    const old = [user, { ...reply, content: 'An old answer.' }];
    say({ messages: [...old, user, reply], status: 'idle' }, 'run:posted');
    await seconds(25);
    expect(thread.texts()).toEqual(['Hi.']);
    await seconds(600);
    expect(thread.texts()).toEqual(['Hi.']);
  });

  it('without a conversation endpoint is read from its messages alone', async () => {
    say({ messages: [user, { ...reply, run_id: 'run_1', seq: 4 }], missing: ['readConversation'] });
    await seconds(25);
    expect(thread.texts()).toEqual(['Hi.']);
  });
});

describe('an empty answer', () => {
  it('is an error that may be retried', async () => {
    say();
    agent.ends('');
    await seconds(1);
    expect(thread.texts()).toEqual(["> ⚠️ The agent didn't return an answer.\n-# Reference `run_1`"]);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });

  it('keeps the text streamed before', async () => {
    say();
    agent.says('All of it.', 0);
    agent.ends('');
    await seconds(1);
    expect(thread.texts()).toEqual(['All of it.']);
  });

  it('has an error text if the service gives none', async () => {
    say();
    bot.hears({
      id: 'evt_1',
      seq: 1,
      type: 'agent_error',
      conversation_id: 'cnv_1',
      run_id: 'run_1',
      created_at: '2026-01-01T00:00:00.000Z',
      data: { detail: ' ', retryable: true },
    });
    await seconds(1);
    expect(thread.texts()).toEqual(["> ⚠️ The agent couldn't answer.\n-# Reference `run_1`"]);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });
});
