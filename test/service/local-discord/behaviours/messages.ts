import assert from 'node:assert/strict';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, many, refused } from './expect.js';

const inRigs = ({ ids }: Stage, rest = '') => `/channels/${ids.channels.rigs}/messages${rest}`;
const post = (stage: Stage, body: object) => stage.bot.request('POST', inRigs(stage), body);

export const messages: Behaviour[] = [
  {
    name: 'allowed_mentions decides who is notified; by default all who are named',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const content = `<@${stage.ids.people.mia}> and @everyone`;
      const loud = await channel.send(content);
      const quiet = await channel.send({ content, allowedMentions: { parse: [] } });
      const only = await channel.send({ content, allowedMentions: { users: [stage.ids.people.mia ?? ''] } });
      assert.deepEqual([loud.mentions.users.size, loud.mentions.everyone], [1, true]);
      assert.deepEqual([quiet.mentions.users.size, quiet.mentions.everyone], [0, false]);
      assert.deepEqual([only.mentions.users.size, only.mentions.everyone], [1, false]);
    },
  },
  {
    name: 'a reply carries the message replied to and notifies its author unless told otherwise',
    async run(stage) {
      const asked = await stage.mia.posts('A question');
      const reference = { message_reference: { message_id: asked.id } };
      const answer = accepted(await post(stage, { content: 'An answer', ...reference }));
      assert.equal(answer.type, 19);
      assert.deepEqual([answer.referenced_message.content, answer.mentions.length], ['A question', 1]);
      const allowed_mentions = { parse: [], replied_user: false };
      assert.equal(
        accepted(await post(stage, { content: 'x', ...reference, allowed_mentions })).mentions.length,
        0,
      );
      assert.equal((await stage.find(stage.mia, answer.id))?.reply_to?.content, 'A question');
    },
  },
  {
    name: 'a reply to a message that is gone is refused, or sent when fail_if_not_exists is false',
    async run(stage) {
      const gone = { message_id: '700000000000099999' };
      refused(await post(stage, { content: 'x', message_reference: gone }), 400, 50035, 'message_reference');
      const lenient = { ...gone, fail_if_not_exists: false };
      accepted(await post(stage, { content: 'x', message_reference: lenient }));
    },
  },
  {
    name: 'an enforced nonce sends once; without enforcing, twice',
    async run(stage) {
      const nonce = `purchase-${Date.now()}`;
      const once = { content: 'Paid.', nonce, enforce_nonce: true };
      const first = accepted(await post(stage, once));
      const second = accepted(await post(stage, once));
      assert.deepEqual([second.id, second.nonce], [first.id, nonce]);
      assert.notEqual(accepted(await post(stage, { content: 'Paid.', nonce })).id, first.id);
    },
  },
  {
    name: 'messages are listed newest first and paged by before, after and around',
    async run(stage) {
      const sent: string[] = [];
      for (const n of [0, 1, 2, 3, 4]) sent.push(accepted(await post(stage, { content: `page ${n}` })).id);
      const page = async (query: string) => {
        const body = accepted(await stage.bot.request('GET', `${inRigs(stage)}?${query}`));
        return body.map(({ id }: { id: string }) => sent.indexOf(id));
      };
      assert.deepEqual(await page('limit=2'), [4, 3]);
      assert.deepEqual(await page(`limit=2&before=${sent[3]}`), [2, 1]);
      assert.deepEqual(await page(`limit=2&after=${sent[0]}`), [2, 1]);
      assert.deepEqual(await page(`limit=3&around=${sent[2]}`), [3, 2, 1]);
      assert.equal((await stage.bot.request('GET', `${inRigs(stage)}?limit=101`)).status, 400);
    },
  },
  {
    name: 'an edit keeps omitted fields, sets the edit time, and reaches gateway and people',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const sent = await channel.send({ content: 'Before', embeds: [{ title: 'Stays' }] });
      const heard = new Promise<string>((resolve) =>
        stage.client.once('messageUpdate', (_old, message) => resolve(message.content ?? '')),
      );
      const edited = await sent.edit({ content: 'After' });
      assert.deepEqual([edited.embeds.length, edited.editedAt !== null, await heard], [1, true, 'After']);
      assert.equal((await stage.find(stage.sam, sent.id))?.content, 'After');
    },
  },
  {
    name: 'a bot edits its own messages alone (50005), and deletes others’ with Manage Messages',
    async run(stage) {
      const theirs = await stage.mia.posts('Mine');
      const path = inRigs(stage, `/${theirs.id}`);
      refused(await stage.bot.request('PATCH', path, { content: 'Yours' }), 403, 50005);
      assert.equal((await stage.bot.request('DELETE', path)).status, 204);
      refused(await stage.bot.request('GET', path), 404, 10008);
      assert.equal(await stage.find(stage.mia, theirs.id), undefined);
    },
  },
  {
    name: 'several messages are deleted at once and the gateway tells it in one event; one or 101 are refused',
    async run(stage) {
      const sent: string[] = [];
      for (const n of [0, 1, 2]) sent.push(accepted(await post(stage, { content: `bulk ${n}` })).id);
      const deleteAll = (ids: string[]) =>
        stage.bot.request('POST', inRigs(stage, '/bulk-delete'), { messages: ids });
      const heard = new Promise<string[]>((resolve) =>
        stage.client.once('messageDeleteBulk', (gone) => resolve([...gone.keys()])),
      );
      assert.equal((await deleteAll(sent)).status, 204);
      assert.deepEqual((await heard).sort(), sent.toSorted());
      refused(await stage.bot.request('GET', inRigs(stage, `/${sent[0]}`)), 404, 10008);
      for (const count of [1, 101]) {
        const ids = many(count, (n) => `7000000000001${String(n).padStart(5, '0')}`);
        assert.equal((await deleteAll(ids)).status, 400);
      }
    },
  },
  {
    name: 'typing is shown until the message comes',
    async run(stage) {
      const channel = await stage.channel('agent');
      await channel.sendTyping();
      const typing = async () => (await stage.sam.look('agent')).typing.map(({ username }) => username);
      assert.deepEqual(await typing(), ['checker']);
      await channel.send('Here it is.');
      assert.deepEqual(await typing(), []);
    },
  },
  {
    name: 'content is cut of its outer spaces, and lone spaces are an empty message',
    async run(stage) {
      assert.equal(accepted(await post(stage, { content: '  inside  ' })).content, 'inside');
      refused(await post(stage, { content: '   ' }), 400, 50006);
    },
  },
  {
    name: '2,000 characters count as code points, not as UTF-16 units',
    async run(stage) {
      const rockets = many(2_000, () => '🚀').join('');
      assert.equal([...accepted(await post(stage, { content: rockets })).content].length, 2_000);
    },
  },
  {
    name: 'a message is pinned, listed among the pins, and unpinned',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const sent = await channel.send('Keep this.');
      await sent.pin();
      assert.equal((await stage.find(stage.mia, sent.id))?.pinned, true);
      const pins = await channel.messages.fetchPins();
      assert.deepEqual(
        pins.items.map(({ message }) => message.id),
        [sent.id],
      );
      await sent.unpin();
      assert.equal((await stage.find(stage.mia, sent.id))?.pinned, false);
    },
  },
];
