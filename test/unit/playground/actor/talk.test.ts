import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActorError } from '../../../../src/playground/actor/client.js';
import { openPlayground, type TestPlayground } from '../../../support/playground.js';

let playground: TestPlayground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.close());

const person = (name: string) => playground.actor.as(name).in('rigs');

describe('a person of the actor API', () => {
  it('edits and deletes their own message; a moderator may delete it too, a member may not', async () => {
    const [mia, sam, max] = ['mia', 'sam', 'max'].map(person);
    const post = await mia!.posts('hallo');
    expect(await mia!.edits(post.id, 'hello')).toMatchObject({ content: 'hello' });
    await expect(sam!.edits(post.id, 'x')).rejects.toThrow('Only the author can edit');
    await expect(sam!.deletes(post.id)).rejects.toThrow(ActorError);
    await max!.deletes(post.id);
    expect((await mia!.messages()).some(({ id }) => id === post.id)).toBe(false);
  });

  it('reacts to a message, joins others and takes it back; an invalid emoji is refused', async () => {
    const [mia, sam] = ['mia', 'sam'].map(person);
    const { id } = await mia!.posts('a fox?');
    await mia!.reacts('🦊', id);
    const { reactions } = await sam!.reacts('🦊', id);
    expect(reactions).toEqual([{ emoji: '🦊', member_ids: [expect.any(String), expect.any(String)] }]);
    await expect(sam!.reacts('fox', id)).rejects.toThrow('Unknown Emoji.');
    await mia!.reacts('🦊', id, { taken: true });
    expect((await sam!.reacts('🦊', id, { taken: true })).reactions).toEqual([]);
  });

  it('starts a thread, adds others, leaves, archives and reopens it', async () => {
    const [mia, sam] = ['mia', 'sam'].map(person);
    const thread = await mia!.startsThread('Plans');
    expect(thread).toMatchObject({ name: 'Plans', kind: 'thread' });
    await mia!.invites('sam', thread.id);
    await sam!.leaves('Plans');
    await sam!.joins('Plans');
    await sam!.posts('here', { channel: 'Plans' });
    await expect(sam!.archives(thread.id)).rejects.toThrow('sam may not archive Plans');
    await mia!.archives(thread.id);
    await expect(sam!.joins(thread.id)).rejects.toThrow('Plans is archived');
    await sam!.reopens(thread.id);
    const said = (await mia!.messages(thread.id)).map(({ kind, content }) => [kind, content]);
    expect(said).toEqual([
      ['system', 'added Sam to the thread.'],
      ['message', 'here'],
    ]);
    await expect(mia!.startsThread('')).rejects.toThrow('1 to 100 characters');
  });

  it("chooses one of Discord's languages", async () => {
    const sam = person('sam');
    await sam.speaks('de');
    const { people } = await playground.actor.world();
    expect(people.find(({ username }) => username === 'sam')!.locale).toBe('de');
    await expect(sam.speaks('tlh')).rejects.toThrow('no language "tlh"');
  });
});
