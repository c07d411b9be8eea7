import { beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { createScriptedAgent, createThread, openRelay } from './thread.js';

type Given = Parameters<typeof openRelay>[2];
let thread: ReturnType<typeof createThread>;
let clock: ManualClock;
let bot: ReturnType<typeof openRelay>;
let agent: ReturnType<typeof createScriptedAgent>;

const start = (given: Given = {}) => {
  void bot?.relay.stop();
  bot = openRelay(thread, clock, given);
};
beforeEach(() => {
  thread = createThread();
  clock = manualClock();
  agent = createScriptedAgent((event) => bot.hears(event));
  start();
});

describe('an answer in progress', () => {
  it('grows in one message with a Stop button', async () => {
    agent.says('Once upon', 0);
    await clock.advance(1_000);
    agent.says(' a time', 9);
    await clock.advance(1_000);
    expect(thread.texts()).toEqual(['Once upon a time']);
    expect(thread.labels()).toEqual(['Stop']);
  });

  it('shows the current step on one line, and its progress', async () => {
    agent.does('Shaping the body', 41.6);
    await clock.advance(0);
    expect(thread.texts()).toEqual(['-# Shaping the body · 42%… · started <t:1767225600:R>']);
    agent.does('Placing joints');
    await clock.advance(1_000);
    expect(thread.texts()).toEqual(['-# Placing joints… · started <t:1767225600:R>']);
  });

  it('is finished when its talk ends: with the text so far and no buttons', async () => {
    agent.says('Once upon', 0);
    await clock.advance(1_000);
    await bot.relay.finish('10');
    agent.says(' a time', 9);
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Once upon\n\n-# This conversation has ended.']);
    expect(thread.labels()).toEqual([]);
    expect(bot.isEnded()).toBe(true);
  });

  it('is finished also when the end comes between two edits', async () => {
    agent.says('Once', 0);
    agent.says(' upon', 4);
    await bot.relay.finish('10');
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Once upon\n\n-# This conversation has ended.']);
  });

  it('is not shown in a quiet thread; its end is', async () => {
    thread = createThread();
    start({ talk: { isQuiet: true } });
    agent.says('Once upon', 0);
    await clock.advance(60_000);
    expect(thread.texts()).toEqual([]);
    agent.ends('Once upon a time.');
    await clock.advance(0);
    expect(thread.texts()).toEqual(['Once upon a time.']);
    expect(thread.requests).toEqual(['post']);
  });

  it('shows that the bot is typing in a quiet thread, until its end', async () => {
    thread = createThread();
    start({ talk: { isQuiet: true } });
    await clock.advance(60_000);
    const typed = thread.typed.length;
    expect(typed).toBeGreaterThanOrEqual(5);
    expect(typed).toBeLessThanOrEqual(8);
    agent.ends('Once upon a time.');
    await clock.advance(60_000);
    expect(thread.typed).toHaveLength(typed);
    expect(thread.requests).toEqual(['post']);
  });

  it('shows no typing where its words are shown', async () => {
    agent.says('Once upon', 0);
    await clock.advance(30_000);
    expect(thread.typed).toEqual([]);
  });

  it('stops growing when its thread is made quiet', async () => {
    agent.says('Once', 0);
    await clock.advance(1_000);
    bot.relay.setQuiet('10', true);
    agent.says(' upon', 4);
    await clock.advance(60_000);
    expect(thread.texts()).toEqual(['Once']);
    agent.ends('Once upon a time.');
    await clock.advance(0);
    expect(thread.texts()).toEqual(['Once upon a time.']);
  });

  it('does not delay its end until the next edit slot', async () => {
    agent.says('Once', 0);
    await clock.advance(0);
    agent.says(' upon', 4);
    await clock.advance(100);
    agent.ends('Once upon a time.');
    await clock.advance(0);
    expect(thread.texts()).toEqual(['Once upon a time.']);
    expect(bot.urgencies).toEqual(['first', 'growth', 'end']);
  });
});

describe('a complete answer', () => {
  it('is unchanged when its talk ends', async () => {
    agent.ends('The end.', { credits: 2 });
    await clock.advance(1_000);
    await bot.relay.finish('10');
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The end.\n\n-# 2 credits']);
    expect(thread.labels()).toContain('Reply');
    expect(thread.labels()).not.toContain('Stop');
  });

  it('is shown to its end though the next one has begun', async () => {
    agent.says('First', 0);
    agent.ends('First, all of it.');
    agent.says('Second', 0, 'run_2');
    await clock.advance(5_000);
    agent.ends('Second, all of it.', { runId: 'run_2' });
    agent.says('Third', 0, 'run_3');
    agent.ends('Third, all of it.', { runId: 'run_3' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['First, all of it.', 'Second, all of it.', 'Third, all of it.']);
    expect(thread.labels().filter((label) => label === 'Reply')).toHaveLength(1);
  });

  it('is not started again by late or repeated events', async () => {
    agent.ends('First.');
    agent.ends('Second.', { runId: 'run_2' });
    agent.says('late', 0, 'run_1');
    agent.ends('First again.', { runId: 'run_1' });
    agent.ends('Second again.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['First.', 'Second.']);
  });

  it('deletes messages it no longer needs', async () => {
    agent.says('word '.repeat(700), 0);
    await clock.advance(5_000);
    expect(thread.texts()).toHaveLength(2);
    agent.ends('Never mind.');
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Never mind.']);
  });

  it('is shown as its beginning, an outline and a file when it is very long', async () => {
    const text = `# One\n${'word '.repeat(2_000)}\n# Two\nThe end.`;
    agent.says(text.slice(0, 9_000), 0);
    await clock.advance(10_000);
    expect(thread.texts().at(-1)).toBe(
      "-# Still writing: 9,000 characters so far. You'll get the full answer as a file.",
    );
    agent.ends(text);
    await clock.advance(5_000);
    expect(thread.texts()).toHaveLength(3);
    expect(thread.texts()[2]).toMatch(
      /- One\n- Two\n-# The full answer \(10,0\d\d characters\) is in the file/,
    );
    expect(thread.shown()[2]?.files?.map((file) => file.attachment.toString())).toEqual([text]);
  });

  it('has files that are too large behind a button, without their addresses', async () => {
    agent.ends('Here they are.', { files: ['fox.glb', 'huge.glb'] });
    await clock.advance(0);
    expect(thread.shown()[0]?.files?.map(({ name }) => name)).toEqual(['fox.glb']);
    expect(thread.texts()[0]).toMatch(/📎 fox\.glb\n-# 📎 huge\.glb/);
    expect(thread.texts()[0]).not.toContain('/files/');
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch', 'Files']);
  });

  it('includes its files', async () => {
    agent.ends('Here it is.', { files: ['fox.glb'] });
    await clock.advance(0);
    expect(thread.shown()[0]?.files?.map(({ name }) => name)).toEqual(['fox.glb']);
    expect(thread.texts()[0]).toContain('fox.glb');
  });

  it('that failed gives the reason, what to ask for, and a way to retry', async () => {
    agent.says('Well', 0);
    agent.fails('The model is busy.', true);
    await clock.advance(0);
    expect(thread.texts()).toEqual(['Well\n\n> ⚠️ The model is busy.\n-# Reference `req_1`']);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
    agent.fails('No.', false, 'run_2');
    await clock.advance(0);
    expect(thread.labels()).toEqual(['Reply']);
  });
});

describe('when Discord', () => {
  it('is unreachable, the answer is retried', async () => {
    thread.meets('lost');
    agent.ends('At last.');
    await clock.advance(10_000);
    expect(thread.texts()).toEqual(['At last.']);
  });

  it('accepted a message but the reply got lost, there is one message with the newest text', async () => {
    thread.meets('lost after');
    agent.says('Once', 0);
    await clock.advance(0);
    agent.ends('Once upon a time.');
    await clock.advance(10_000);
    expect(thread.texts()).toEqual(['Once upon a time.']);
    expect(thread.labels()).toContain('Reply');
    expect(thread.labels()).not.toContain('Stop');
  });

  it('accepted a message just before the bot died, the next process finds it at any time', async () => {
    agent.says('Once', 0);
    thread.meets('lost after');
    await clock.advance(0);
    await bot.relay.stop();
    thread.forgetNonces();
    await clock.advance(3_600_000);
    start({ kept: bot.kept() });
    agent.ends('Once upon a time.');
    await clock.advance(10_000);
    expect(thread.texts()).toEqual(['Once upon a time.']);
  });

  it('lost a message to a moderator, its end is posted again with the messages after it', async () => {
    agent.says('word '.repeat(700), 0);
    await clock.advance(5_000);
    thread.deletes(thread.ids()[0]!);
    agent.says('more ', 3_500);
    await clock.advance(5_000);
    agent.ends('Something else. '.repeat(200));
    await clock.advance(5_000);
    expect(thread.texts().join(' ').trim()).toBe('Something else. '.repeat(200).trim());
  });

  it('loses every message again, the bot gives up', async () => {
    agent.says('Once', 0);
    await clock.advance(0);
    for (let times = 0; times < 6; times += 1) thread.meets('deleted', 'removed' as never);
    agent.ends('The end.');
    await clock.advance(60_000);
    expect(thread.requests.length).toBeLessThan(20);
  });

  it('has archived the thread, it is reopened', async () => {
    agent.says('Once', 0);
    await clock.advance(0);
    thread.archive(false);
    agent.ends('The end.');
    await clock.advance(0);
    expect(thread.texts()).toEqual(['The end.']);
  });

  it('has locked it, the talk ends at once, its owner is told, and resuming it shows the answer', async () => {
    thread.archive(true);
    agent.ends('The end.');
    await clock.advance(60_000);
    expect(bot.isEnded()).toBe(true);
    expect(bot.kept().trouble).toBe('locked');
    expect(thread.requests).toEqual(['post', 'open']);
    thread.unlock();
    start({ kept: { ...bot.kept(), trouble: null } });
    agent.ends('The end.');
    await clock.advance(0);
    expect(thread.texts()).toEqual(['The end.']);
  });

  it('says a thread is archived though it was just opened, the talk ends', async () => {
    agent.says('Once', 0);
    await clock.advance(1_000);
    thread.answers((request) => (request === 'edit' ? 'archived' : null));
    agent.ends('The end.');
    await clock.advance(3_600_000);
    expect(thread.requests).toEqual(['post', 'edit', 'open', 'edit']);
    expect(bot.isEnded()).toBe(true);
    expect(bot.kept().trouble).toBe('locked');
  });

  it('denies the bot writing, it is asked occasionally, and a restart forgets nothing', async () => {
    thread.meets(...Array(4).fill('denied'));
    agent.ends('The end.');
    await clock.advance(60_000);
    expect(bot.kept().trouble).toBe('denied');
    expect(bot.kept().lastSeq).toBe(0);
    await clock.advance(80 * 60_000); // backoff of 5, 10, 20 and 40 minutes
    expect(thread.texts()).toEqual(['The end.']);
    expect(thread.requests.length).toBe(5);
  });

  it('allows writing again, the next message in the thread brings the stored answer', async () => {
    thread.meets('denied');
    agent.ends('The end.');
    await clock.advance(60_000);
    expect(thread.texts()).toEqual([]);
    bot.relay.follow(bot.kept());
    await clock.advance(0);
    expect(thread.texts()).toEqual(['The end.']);
    expect(bot.kept().trouble).toBeNull();
  });

  it('allows writing again and the gateway says so, the stored answer appears at once', async () => {
    thread.meets('denied');
    agent.ends('The end.');
    await clock.advance(60_000);
    bot.relay.retryRefused(() => false);
    await clock.advance(0);
    expect(thread.texts()).toEqual([]);
    bot.relay.retryRefused((threadId) => threadId === bot.kept().threadId);
    await clock.advance(0);
    expect(thread.texts()).toEqual(['The end.']);
  });

  it('rejects files, the answer comes without them and says so', async () => {
    thread.meets('denied');
    agent.ends('Here it is.', { files: ['fox.glb'] });
    await clock.advance(0);
    expect(thread.shown()[0]?.files).toBeUndefined();
    expect(thread.texts()[0]).toMatch(/^Here it is\.[\s\S]*not allowed to attach files here/);
    expect(bot.kept().trouble).toBeNull();
  });

  it('rejects the text itself, the member is told', async () => {
    thread.meets('rejected');
    agent.ends('Something a filter does not like.');
    await clock.advance(1_000);
    expect(thread.texts()[0]).toMatch(/Discord blocked this answer/);
  });

  it('has deleted the thread, nothing more is sent there', async () => {
    thread.meets('gone');
    agent.ends('The end.');
    await clock.advance(60_000);
    expect(bot.isEnded()).toBe(true);
    expect(thread.requests).toEqual(['post']);
  });
});

describe('a missed event', () => {
  const message = { role: 'agent' as const, run_id: 'run_1', content: 'All of it.', attachments: [], seq: 7 };

  it('because events are gone is replaced by reading the messages, every answer of them', async () => {
    start({ messages: [message, { ...message, run_id: 'run_2', content: 'And more.', seq: 9 }] });
    agent.says('All', 0);
    bot.gap(9);
    await clock.advance(1_000);
    expect(thread.texts()).toEqual(['All of it.', 'And more.']);
  });

  it('because the socket is down is replaced by polling after a while', async () => {
    start({ messages: [message] });
    agent.says('All', 0);
    await clock.advance(20_000);
    expect(thread.texts()).toEqual(['All of it.']);
  });

  it('is replaced by polling from the first message on', async () => {
    start({ messages: [message] });
    await clock.advance(20_000);
    expect(thread.texts()).toEqual(['All of it.']);
  });

  it('that no longer exists ends the answer as failed', async () => {
    start({ messages: [], status: 'idle' });
    agent.says('All', 0);
    await clock.advance(185_000);
    expect(thread.texts()[0]).toMatch(/The agent stopped without an answer/);
    expect(thread.labels()).toEqual(['Try again', 'Reply']);
  });
});

describe('another version of an answer', () => {
  const remakes = async (text: string) => {
    bot.relay.remake('10', true);
    agent.says(text.slice(0, 3), 0, 'run_2');
    await clock.advance(1_000);
  };

  it('takes the place of the first, without its files', async () => {
    agent.ends('The first.', { files: ['a.png'] });
    await clock.advance(0);
    const [id] = thread.ids();
    await remakes('The second.');
    expect(thread.texts()).toEqual(['The']);
    expect(thread.labels()).toEqual(['Stop']);
    agent.ends('The second.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The second.\n\n-# Version 2 of 2']);
    expect([thread.ids(), thread.shown()[0]?.files]).toEqual([[id], []]);
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch', '◀ Earlier version']);
  });

  it('uses as many messages as it needs', async () => {
    agent.ends('long '.repeat(700));
    await clock.advance(5_000);
    expect(thread.ids()).toHaveLength(2);
    await remakes('Short.');
    agent.ends('Short.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['Short.\n\n-# Version 2 of 2']);
    bot.relay.remake('10', true);
    agent.ends('long '.repeat(700), { runId: 'run_3' });
    await clock.advance(5_000);
    expect(thread.ids()).toHaveLength(2);
  });

  it('stays in its place when the process ends in between', async () => {
    agent.ends('The first.');
    await clock.advance(0);
    await remakes('The second.');
    start({ kept: bot.kept() });
    agent.ends('The second.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The second.\n\n-# Version 2 of 2']);
  });

  it('is shown in its place, with the buttons to the others, and gives way to the next answer', async () => {
    agent.ends('The first.');
    await clock.advance(0);
    await remakes('The second.');
    agent.ends('The second.', { runId: 'run_2' });
    await clock.advance(5_000);
    const [id] = thread.ids();
    const first = { text: 'The first.', attachments: [], reason: 'stop' as const };
    bot.relay.show('10', first, { at: 1, of: 2, runId: 'run_1' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The first.\n\n-# Version 1 of 2']);
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch', 'Later version ▶']);
    agent.ends('Another answer.', { runId: 'run_3' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The first.\n\n-# Version 1 of 2', 'Another answer.']);
    expect(thread.ids()[0]).toBe(id);
  });

  it('that the service refuses leaves the first, and the next answer gets messages of its own', async () => {
    agent.ends('The first.');
    await clock.advance(0);
    bot.relay.remake('10', true);
    bot.relay.remake('10', false);
    agent.ends('The next.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['The first.', 'The next.']);
  });
});

describe('the buttons of an answer', () => {
  it('are only below the newest one', async () => {
    agent.ends('One.');
    await clock.advance(0);
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch']);
    agent.says('Tw', 0, 'run_2');
    await clock.advance(2_000);
    expect(thread.labels()).toEqual(['Stop']);
    agent.ends('Two.', { runId: 'run_2' });
    await clock.advance(2_000);
    expect(thread.texts()).toEqual(['One.', 'Two.']);
    expect(thread.labels()).toEqual(['Reply', 'Regenerate', 'Branch']);
    expect(thread.shown()[0]?.components).toEqual([]);
  });

  it('leave an answer that was not fully shown when the next one began', async () => {
    agent.says('One', 0);
    agent.ends('One.');
    agent.ends('Two.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['One.', 'Two.']);
    expect(thread.shown()[0]?.components).toEqual([]);
  });

  it('may stay where Discord refuses to remove them, and the newest answer is shown', async () => {
    agent.ends('One.');
    await clock.advance(0);
    thread.answers((request) => (request === 'strip' ? 'denied' : null));
    agent.ends('Two.', { runId: 'run_2' });
    await clock.advance(5_000);
    expect(thread.texts()).toEqual(['One.', 'Two.']);
  });
});
