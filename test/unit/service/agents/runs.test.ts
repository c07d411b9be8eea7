import { afterEach, beforeEach, expect, test } from 'vitest';
import { createThinEvents } from '../../../../src/service/agents/thinning.js';
import type { NewProposal } from '../../../../src/service/agents/tools/tool.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { mia, openTalk, piece, type Talk } from './talks.js';

const dayMs = 86_400_000;

const done = { text: 'Done', reason: 'stop', memory: undefined } as const;
const topUp: NewProposal = {
  kind: 'top_up',
  title: 'Buy 100 credits',
  request: { pack_id: 'small' },
  top_up: { pack_id: 'small', pack_name: 'Small', credits: 100, prices: [] },
};

/** Questions, answers and what they cost. */
onEveryServiceEngine((openDatabase) => {
  let talk: Talk;
  let db: Talk['db'];
  let clock: Talk['clock'];
  let queue: Talk['queue'];
  let asking: Talk['asking'];
  let conversations: Talk['conversations'];
  let jobs: Talk['jobs'];
  let proposals: Talk['proposals'];
  let transcript: Talk['transcript'];
  let history: Talk['history'];
  let id: string;

  beforeEach(async () => {
    talk = await openTalk(await openDatabase());
    ({ db, clock, queue, asking, conversations, jobs, proposals, transcript, history, id } = talk);
  });
  afterEach(() => db.close());

  const post = (clientId: string) => talk.post(clientId);
  const begin = () => talk.begin();
  const balance = async () => {
    const { available, held } = await talk.ledger.readBalance(db, mia);
    return [available, held];
  };
  const events = async () =>
    (await transcript.eventsAfter(mia, id, 0, 100)).events.map(({ seq, type }) => [seq, type]);
  const answer = async (clientId: string) => {
    await post(clientId);
    await talk.finish('Hi');
  };

  test('an answer is stored with its events in order, and costs what it used', async () => {
    await post('c1');
    expect(await balance()).toEqual([30, 20]);
    const job = await begin();
    await Promise.all([jobs.record(job, [piece('Hi', 0)]), jobs.record(job, [piece(' there', 2)])]);
    await jobs.count(job, 1_500);
    const last = await jobs.complete(job, { text: 'Hi there', reason: 'stop', memory: { n: 1 } });
    expect(last).toMatchObject({ type: 'agent_complete', seq: 3, data: { usage: { credits: 3 } } });
    expect(await balance()).toEqual([47, 0]);
    expect(await events()).toEqual([
      [1, 'agent_response'],
      [2, 'agent_response'],
      [3, 'agent_complete'],
    ]);
    const messages = await transcript.listMessages(id, 0, 10);
    expect(messages.map(({ role, content, seq }) => [role, content, seq])).toEqual([
      ['user', 'hello', 1],
      ['agent', 'Hi there', 3],
    ]);
    const turns = await history.turns(id, 10);
    expect(turns.map(({ content, memory }) => [content, memory])).toEqual([
      ['hello', null],
      ['Hi there', { n: 1 }],
    ]);
  });

  test('a message that is sent twice at once starts one run, and another one waits', async () => {
    const twice = await Promise.all([post('c1'), post('c1')]);
    expect(twice[0].run.id).toBe(twice[1].run.id);
    await expect(post('c2')).rejects.toMatchObject({ code: 'conversation_busy' });
    expect(await conversations.find(mia, id)).toMatchObject({ status: 'running' });
    expect(await conversations.find('usr_ben', id)).toBeNull();
  });

  test('a run that is stopped keeps its text, and its worker changes nothing any more', async () => {
    const { run } = await post('c1');
    const job = await begin();
    await jobs.record(job, [piece('Half', 0)]);
    const ended = await asking.cancel(mia, id, run.id);
    expect(ended).toMatchObject({ run: { status: 'canceled' }, event: { data: { text: 'Half' } } });
    expect(await jobs.record(job, [piece(' more', 4)])).toBeNull();
    expect(await jobs.complete(job, { text: 'Half more', reason: 'stop', memory: undefined })).toBeNull();
    expect(await asking.cancel(mia, id, run.id)).toMatchObject({ event: null });
    expect(await balance()).toEqual([50, 0]);
  });

  test('a run that is stopped before its first word costs nothing, whatever it used', async () => {
    const { run } = await post('c1');
    await jobs.count(await begin(), 1_500);
    expect(await asking.cancel(mia, id, run.id)).toMatchObject({
      event: { data: { text: '', usage: { tokens: 1_500, credits: 0 } } },
    });
    expect(await balance()).toEqual([50, 0]);
  });

  test('a run that is stopped later costs what it used, and a failed one nothing', async () => {
    const { run } = await post('c1');
    const job = await begin();
    await jobs.record(job, [piece('Half', 0)]);
    await jobs.count(job, 1_500);
    expect(await asking.cancel(mia, id, run.id)).toMatchObject({
      event: { data: { usage: { tokens: 1_500, credits: 3 } } },
    });
    expect(await balance()).toEqual([47, 0]);
    await post('c2');
    const failing = await begin();
    await jobs.count(failing, 700);
    const failure = { code: 'internal', detail: 'Broken.', retryable: true } as never;
    expect(await jobs.fail(failing, failure)).toMatchObject({
      data: { usage: { tokens: 700, credits: 0 } },
    });
    expect(await balance()).toEqual([47, 0]);
  });

  test('a run whose process died is taken over, leaving numbers for lost events, and fails in the end', async () => {
    await post('c1');
    const job = await begin();
    await clock.advance(16_000);
    const [lost] = await queue.expired();
    expect(await jobs.recover(lost!, 3)).toBeNull();
    expect(await jobs.record(job, [piece('late', 0)])).toBeNull();
    const again = await begin();
    expect(await jobs.record(again, [piece('Hi', 0)])).toMatchObject([{ seq: 100_001 }]);
    await clock.advance(16_000);
    const [gone] = await queue.expired();
    expect(await jobs.recover(gone!, 2)).toMatchObject({ type: 'agent_error', seq: 200_002 });
    expect(await balance()).toEqual([50, 0]);
  });

  test('one answer shows several proposals, which those of the next answer replace', async () => {
    await post('c1');
    const job = await begin();
    for (const title of ['Fox', 'Bear']) await jobs.propose(job, { ...topUp, title });
    await jobs.complete(job, done);
    expect((await proposals.openIn(db, id)).map(({ title }) => title)).toEqual(['Fox', 'Bear']);
    await post('c2');
    const told = await jobs.propose(await begin(), { ...topUp, title: 'Cat' });
    expect(told?.map(({ data }) => data)).toMatchObject([
      { title: 'Fox', status: 'replaced' },
      { title: 'Bear', status: 'replaced' },
      { title: 'Cat', status: 'open' },
    ]);
  });

  test('a proposal to one person stays when another one gets theirs', async () => {
    const ask = async (clientId: string, name: string, guest: boolean) => {
      const speaker = { id: name.toLowerCase(), name };
      await asking.post(mia, id, {
        content: 'a fox',
        attachments: [],
        client_message_id: clientId,
        guest,
        speaker,
      });
      const job = await begin();
      await jobs.propose(job, { ...topUp, title: `${clientId} ${name}` });
      await jobs.complete(job, done);
      return (await proposals.openIn(db, id)).map(({ title }) => title);
    };
    await ask('c1', 'Mia', false);
    await ask('c2', 'Sam', true);
    expect(await ask('c3', 'Kim', true)).toEqual(['c1 Mia', 'c2 Sam', 'c3 Kim']);
    expect(await ask('c4', 'Sam', true)).toEqual(['c1 Mia', 'c3 Kim', 'c4 Sam']);
    expect(await ask('c5', 'Mia', false)).toEqual(['c3 Kim', 'c4 Sam', 'c5 Mia']);
    expect((await history.turns(id, 2))[0]).toMatchObject({ speaker: 'Mia', isGuest: false });
    expect((await transcript.listMessages(id, 0, 5))[2]).toMatchObject({
      speaker: { id: 'sam', name: 'Sam' },
    });
  });

  test('an interrupted answer that starts again proposes each thing once', async () => {
    await post('c1');
    const job = await begin();
    await jobs.propose(job, topUp);
    await clock.advance(16_000);
    const [lost] = await queue.expired();
    await jobs.recover(lost!, 3);
    const again = await begin();
    expect(again.restarted).toMatchObject([{ type: 'agent_proposal', data: { status: 'replaced' } }]);
    await jobs.propose(again, topUp);
    expect(await proposals.openIn(db, id)).toHaveLength(1);
  });

  test('of two presses on a proposal one decides, and a newer one replaces it', async () => {
    await post('c1');
    const job = await begin();
    await jobs.propose(job, topUp);
    const [open] = await proposals.openIn(db, id);
    await jobs.complete(job, done);
    await post('c2');
    const told = await jobs.propose(await begin(), topUp);
    expect(told?.map(({ data }) => (data as { status: string }).status)).toEqual(['replaced', 'open']);
    const decide = (which: string) => db.transaction((t) => proposals.decide(t, which, 'accepted'));
    expect(await decide(open!.id)).toBeNull();
    const [newer] = await proposals.openIn(db, id);
    const both = await Promise.all([decide(newer!.id), decide(newer!.id)]);
    expect(both.filter((event) => event !== null)).toHaveLength(1);
    const listed = await proposals.list(db, id, { limit: 5 });
    expect(listed.map(({ proposal }) => proposal.status)).toEqual(['accepted', 'replaced']);
    expect(await proposals.find(db, 'usr_ben', id, newer!.id)).toBeNull();
  });

  test('an answer can be given again, and continued when it was cut', async () => {
    await answer('c1');
    await asking.regenerate(mia, id, 'c2');
    expect(await history.countRejected(id)).toBe(1);
    const job = await begin();
    await jobs.complete(job, { text: 'Hello', reason: 'length', memory: undefined });
    await asking.goOn(mia, id, 'c3');
    await jobs.fail(await begin(), { code: 'internal', detail: 'Broken.', retryable: true } as never);
    const messages = await transcript.listMessages(id, 0, 10);
    expect(messages.map(({ content, replaced_by }) => [content, replaced_by !== null])).toEqual([
      ['hello', false],
      ['Hi', true],
      ['Hello', false],
    ]);
  });

  test('closing ends the run and the proposals; a list shows what is open', async () => {
    await post('c1');
    await jobs.propose(await begin(), topUp);
    const closed = await conversations.close(mia, id);
    expect(closed.events.map(({ type }) => type)).toEqual(['agent_complete', 'agent_proposal']);
    const list = async (status?: 'open' | 'closed') =>
      (await conversations.list(mia, { limit: 5, ...(status && { status }) })).length;
    expect([await list(), await list('open'), await list('closed')]).toEqual([1, 0, 1]);
    await expect(post('c2')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await conversations.reopen(mia, id)).toMatchObject({ status: 'idle' });
    expect(await conversations.rename(mia, id, 'Foxes')).toMatchObject({ title: 'Foxes' });
  });

  test('streamed pieces are deleted after a week, and a reader hears of the gap', async () => {
    await answer('c1');
    const thin = createThinEvents({ db, clock });
    await clock.advance(8 * dayMs);
    await thin();
    expect(await events()).toEqual([[2, 'agent_complete']]);
    expect(await transcript.eventsAfter(mia, id, 0, 10)).toMatchObject({ fromSeq: 1, total: 1, gap: true });
    expect(await transcript.eventsAfter(mia, id, 9, 10)).toMatchObject({ fromSeq: 2, gap: true });
  });
});
