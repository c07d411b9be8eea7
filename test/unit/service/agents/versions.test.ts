import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { branchConversation, chooseVersion } from '../../../../src/contract/agent-versions.js';
import { versionRoutes } from '../../../../src/service/agents/versions.js';
import { createVisitors } from '../../../../src/service/agents/visitors.js';
import { createLimits } from '../../../../src/service/moderation/limits.js';
import { createRouteCaller, type RouteCaller } from '../../../support/route-call.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { mia, openTalk, type Talk } from './talks.js';

/** Versions of an answer, and conversations that branch off at one. */
onEveryServiceEngine((openDatabase) => {
  let talk: Talk;
  let call: RouteCaller;
  beforeEach(async () => {
    talk = await openTalk(await openDatabase());
    const { db, clock, rows, conversations } = talk;
    const unlimited = { db, clock, random: systemRandom, secret: undefined };
    const [limits, visitors] = [createLimits(unlimited), createVisitors(unlimited)];
    call = createRouteCaller(talk, versionRoutes({ ...unlimited, limits, rows, conversations, visitors }));
  });
  afterEach(() => talk.db.close());

  let asked = 0;
  const nextId = () => {
    asked += 1;
    return `c${asked}`;
  };
  const ask = async (text: string, reason?: 'length') => {
    await talk.post(nextId());
    return talk.finish(text, reason);
  };
  const again = async (text: string, reason?: 'length') => {
    await talk.asking.regenerate(mia, talk.id, nextId());
    return talk.finish(text, reason);
  };
  const goOn = async (text: string) => {
    await talk.asking.goOn(mia, talk.id, nextId());
    return talk.finish(text);
  };
  const choose = (number: number, userId = mia) =>
    call(chooseVersion, { userId, params: { conversation_id: talk.id }, body: { number } });
  const branch = (run_id: string, { userId = mia, key = 'k', title = 'Another' } = {}) =>
    call(branchConversation, { userId, params: { conversation_id: talk.id }, body: { run_id, title }, key });
  /** The answers that count, in order. */
  const answers = async (id = talk.id) =>
    (await talk.transcript.listMessages(id, 0, 50))
      .filter(({ role, replaced_by }) => role === 'agent' && replaced_by === null)
      .map(({ content }) => content);

  describe('a version of the newest answer', () => {
    test('counts once it is chosen, for the brain too, also when it is chosen twice', async () => {
      await ask('One');
      await again('Two');
      for (const _ of [1, 2]) expect(await choose(1)).toMatchObject({ number: 1, versions: 2 });
      expect(await answers()).toEqual(['One']);
      expect((await talk.history.turns(talk.id, 9)).map(({ content }) => content)).toEqual(['hello', 'One']);
      await choose(2);
      expect(await answers()).toEqual(['Two']);
    });

    test('keeps what continued it, whichever was made first', async () => {
      await ask('One', 'length');
      await goOn('and more');
      await again('Two', 'length');
      expect(await choose(1)).toMatchObject({
        versions: 2,
        message: { content: 'One' },
        continued: [{ content: 'and more', replaced_by: null }],
      });
      expect(await answers()).toEqual(['One', 'and more']);
      await choose(2);
      await goOn('and the rest');
      expect(await answers()).toEqual(['Two', 'and the rest']);
      await choose(1);
      expect(await answers()).toEqual(['One', 'and more']);
    });

    test('is the only one that counts when two are chosen at once', async () => {
      await ask('One');
      await again('Two');
      await Promise.all([choose(1), choose(2), choose(1)]);
      expect(['One', 'Two']).toContain((await answers()).join());
    });

    test('is chosen only by its owner, while nothing is being answered, and if there is one', async () => {
      await ask('One');
      await expect(choose(2)).rejects.toMatchObject({ code: 'not_found' });
      await expect(choose(1, 'usr_ben')).rejects.toMatchObject({ code: 'not_found' });
      await talk.post(nextId());
      await expect(choose(1)).rejects.toMatchObject({ code: 'conversation_busy' });
    });
  });

  describe('a branch', () => {
    test('begins with everything up to its answer, and both continue apart', async () => {
      await ask('One');
      const second = await ask('Two');
      await ask('Three');
      const made = await branch(second);
      expect(made).toMatchObject({ title: 'Another', status: 'idle', last_seq: 4 });
      expect(await answers(made.id)).toEqual(['One', 'Two']);
      await talk.asking.post(mia, made.id, { content: 'on', attachments: [], client_message_id: nextId() });
      await talk.finish('Four');
      expect([await answers(made.id), await answers()]).toEqual([
        ['One', 'Two', 'Four'],
        ['One', 'Two', 'Three'],
      ]);
    });

    test('has one version of its last answer, also when another one was chosen', async () => {
      const first = await ask('One', 'length');
      const more = await goOn('and more');
      const second = await again('Two');
      const versionsIn = async (run: string) => answers((await branch(run, { key: run })).id);
      const branched = async () => [
        await versionsIn(first),
        await versionsIn(more),
        await versionsIn(second),
      ];
      expect(await branched()).toEqual([['One'], ['One', 'and more'], ['Two']]);
      await choose(1);
      expect(await answers((await branch(second, { key: 'later' })).id)).toEqual(['Two']);
    });

    test('has the chosen versions of earlier answers', async () => {
      await ask('One');
      await again('Two');
      await choose(1);
      expect(await answers((await branch(await ask('Three'))).id)).toEqual(['One', 'Three']);
    });

    test('is made once for each key, also when it is requested twice at once', async () => {
      const run = await ask('One');
      const made = await Promise.all([branch(run), branch(run)]);
      const later = await branch(run);
      expect(new Set([...made, later].map(({ id }) => id)).size).toBe(1);
      expect(await talk.conversations.list(mia, { limit: 9 })).toHaveLength(2);
    });

    test('is made of no answer of another user, and leaves nothing when it is refused', async () => {
      const run = await ask('One');
      await expect(branch(run, { userId: 'usr_ben' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(branch('run_none')).rejects.toMatchObject({ code: 'not_found' });
      expect(await talk.conversations.list('usr_ben', { limit: 9 })).toEqual([]);
    });
  });
});
