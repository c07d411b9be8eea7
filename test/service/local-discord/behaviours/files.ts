import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, ApplicationCommandOptionType as Type } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, bytes, many, refused } from './expect.js';

const read = async (url: string): Promise<[number, string]> => {
  const answer = await fetch(url);
  return [answer.status, await answer.text()];
};

/** A multipart request without a library: the JSON part and its files. */
function parcel(payload: object, ...files: { name: string; content: string }[]): FormData {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  for (const [n, { name, content }] of files.entries()) form.append(`files[${n}]`, new Blob([content]), name);
  return form;
}

const tinyFiles = (count: number) => many(count, (n) => ({ name: `${n}`, content: 'x' }));

const inRigs = ({ ids }: Stage, rest = '') => `/channels/${ids.channels.rigs}/messages${rest}`;

export const files: Behaviour[] = [
  {
    name: 'a file given to a command is downloaded from the CDN byte by byte',
    async run({ mia, registers, answering }) {
      const options = [{ name: 'source', description: 'S', type: Type.Attachment as const, required: true }];
      await registers({ name: 'take', description: 'Take', options });
      const { told } = await answering(
        'take',
        () => mia.runs('/take', {}, { attachments: { source: { name: 'cat.txt', bytes: bytes('meow') } } }),
        async (interaction: ChatInputCommandInteraction) => {
          const file = interaction.options.getAttachment('source', true);
          await interaction.reply('Got it.');
          return [file.name, file.size, ...(await read(file.url))];
        },
      );
      assert.deepEqual(told, ['cat.txt', 4, 200, 'meow']);
    },
  },
  {
    name: 'an answer carries a file that a person opens',
    async run({ go, find, sam }) {
      const { seen } = await go((interaction) =>
        interaction.reply({ files: [{ attachment: Buffer.from('a rig'), name: 'rig.glb' }] }),
      );
      const attachment = (await find(sam, seen.message_id))?.attachments[0];
      assert.deepEqual([attachment?.name, attachment?.bytes], ['rig.glb', 5]);
      assert.deepEqual(await read(attachment?.url ?? ''), [200, 'a rig']);
    },
  },
  {
    name: 'a file keeps its description, and SPOILER_ hides it from bot and person',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const attachment = Buffer.from('secret');
      const sent = await channel.send({
        files: [
          { attachment, name: 'end.txt', description: 'The end' },
          { attachment, name: 'SPOILER_x.txt' },
        ],
      });
      const hidden = sent.attachments.map(({ spoiler }) => spoiler);
      assert.deepEqual(hidden, [false, true]);
      const view = await stage.find(stage.mia, sent.id);
      assert.deepEqual(
        view?.attachments.map(({ description, spoiler }) => [description, spoiler]),
        [
          ['The end', false],
          [null, true],
        ],
      );
    },
  },
  {
    name: 'an edit keeps the files it names, drops the others and adds new ones',
    async run(stage) {
      const sent = accepted(
        await stage.bot.request(
          'POST',
          inRigs(stage),
          parcel({ content: 'two' }, { name: 'a.txt', content: 'a' }, { name: 'b.txt', content: 'b' }),
        ),
      );
      const untouched = accepted(
        await stage.bot.request('PATCH', inRigs(stage, `/${sent.id}`), { content: 'still' }),
      );
      assert.equal(untouched.attachments.length, 2);
      const kept = { id: sent.attachments[1].id };
      const form = parcel(
        { attachments: [kept, { id: '0', filename: 'c.txt' }] },
        { name: 'c.txt', content: 'c' },
      );
      const edited = accepted(await stage.bot.request('PATCH', inRigs(stage, `/${sent.id}`), form));
      const names = edited.attachments.map(({ filename }: { filename: string }) => filename);
      assert.deepEqual(names, ['b.txt', 'c.txt']);
      const emptied = accepted(
        await stage.bot.request('PATCH', inRigs(stage, `/${sent.id}`), { attachments: [] }),
      );
      assert.deepEqual(emptied.attachments, []);
    },
  },
  {
    name: 'attachment:// in an embed shows the file there and not beside it',
    async run(stage) {
      const embeds = [{ title: 'Preview', image: { url: 'attachment://p.png' } }];
      const form = parcel({ embeds }, { name: 'p.png', content: 'png' });
      const sent = accepted(await stage.bot.request('POST', inRigs(stage), form));
      assert.deepEqual(sent.attachments, []);
      assert.deepEqual(await read(sent.embeds[0].image.url), [200, 'png']);
    },
  },
  {
    name: 'ten files go in one message',
    async run(stage) {
      const form = parcel({}, ...tinyFiles(10));
      assert.equal(accepted(await stage.bot.request('POST', inRigs(stage), form)).attachments.length, 10);
    },
  },
  {
    name: 'eleven files are one too many',
    async run(stage) {
      const sent = await stage.bot.request('POST', inRigs(stage), parcel({}, ...tinyFiles(11)));
      refused(sent, 400, 50035, 'attachments BASE_TYPE_MAX_LENGTH');
    },
  },
  {
    name: 'a file above the upload limit gets 40005',
    async run({ tightBot }) {
      const { request, channels } = await tightBot({ uploadBytes: 1_000 });
      const send = (size: number) =>
        request(
          'POST',
          `/channels/${channels.rigs}/messages`,
          parcel({}, { name: 'x', content: 'x'.repeat(size) }),
        );
      refused(await send(1_001), 413, 40005);
      accepted(await send(1_000));
    },
  },
  {
    name: 'a CDN address with a changed signature is 404',
    async run(stage) {
      const form = parcel({}, { name: 'a.txt', content: 'a' });
      const { attachments } = accepted(await stage.bot.request('POST', inRigs(stage), form));
      const { url } = attachments[0];
      assert.match(url, /[?&]ex=[0-9a-f]+.*[?&]is=.*[?&]hm=/);
      assert.equal((await read(url))[0], 200);
      assert.equal((await read(url.replace(/hm=./, 'hm=0x')))[0], 404);
    },
  },
  {
    name: 'a CDN address is 404 after 24 hours; reading the message again gives a fresh one',
    async run(stage) {
      const form = parcel({}, { name: 'a.txt', content: 'lasting' });
      const sent = accepted(await stage.bot.request('POST', inRigs(stage), form));
      await stage.passTime(25 * 60 * 60_000);
      assert.equal((await read(sent.attachments[0].url))[0], 404);
      const again = accepted(await stage.bot.request('GET', inRigs(stage, `/${sent.id}`)));
      assert.deepEqual(await read(again.attachments[0].url), [200, 'lasting']);
    },
  },
];
