import assert from 'node:assert/strict';
import {
  ContainerBuilder,
  MessageFlags,
  SectionBuilder,
  TextDisplayBuilder,
  ThumbnailBuilder,
} from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, refused, text } from './expect.js';

const inRigs = ({ ids }: Stage, rest = '') => `/channels/${ids.channels.rigs}/messages${rest}`;
const post = (stage: Stage, body: object) => stage.bot.request('POST', inRigs(stage), body);

export const layouts: Behaviour[] = [
  {
    name: 'an embed comes back as it was sent and is shown',
    async run(stage) {
      const embed = {
        title: 'Pack',
        description: 'Ten credits',
        color: 0x5865f2,
        fields: [{ name: 'Price', value: '1 SOL', inline: true }],
        footer: { text: 'Solana' },
        author: { name: 'Rig' },
        timestamp: '2026-01-01T00:00:00.000Z',
      };
      const sent = accepted(await post(stage, { embeds: [embed] }));
      const { type, timestamp, ...rest } = sent.embeds[0];
      const { timestamp: sentAt, ...expected } = embed;
      assert.deepEqual([type, Date.parse(timestamp)], ['rich', Date.parse(sentAt)]);
      assert.deepEqual(rest, expected);
      assert.equal((await stage.find(stage.mia, sent.id))?.embeds[0]?.title, 'Pack');
    },
  },
  {
    name: 'a Components V2 tree makes the round trip through builders and reading back',
    async run(stage) {
      const channel = await stage.channel('rigs');
      const section = new SectionBuilder()
        .addTextDisplayComponents(new TextDisplayBuilder().setContent('Beside a picture'))
        .setThumbnailAccessory(new ThumbnailBuilder().setURL('attachment://p.png'));
      const container = new ContainerBuilder()
        .setAccentColor(0xff8800)
        .addTextDisplayComponents(new TextDisplayBuilder().setContent('# Card'))
        .addSectionComponents(section)
        .addSeparatorComponents((separator) => separator.setDivider(true))
        .addMediaGalleryComponents((gallery) => gallery.addItems((item) => item.setURL('attachment://p.png')))
        .addFileComponents((file) => file.setURL('attachment://rig.glb'));
      const sent = await channel.send({
        flags: MessageFlags.IsComponentsV2,
        components: [container],
        files: [
          { attachment: Buffer.from('p'), name: 'p.png' },
          { attachment: Buffer.from('g'), name: 'rig.glb' },
        ],
      });
      const read = accepted(await stage.bot.request('GET', inRigs(stage, `/${sent.id}`)));
      const tree = read.components[0];
      assert.deepEqual([tree.type, tree.accent_color], [17, 0xff8800]);
      assert.deepEqual(
        tree.components.map((one: { type: number }) => one.type),
        [10, 9, 14, 12, 13],
      );
      assert.match(tree.components[1].accessory.media.url, /^http.*p\.png/);
      assert.ok(tree.components.every(({ id }: { id: number }) => id > 0));
      assert.equal((await stage.find(stage.mia, sent.id))?.components_v2, true);
    },
  },
  {
    name: 'Components V2 with content or embeds, and V2 components without the flag, are refused',
    async run(stage) {
      const flags = 1 << 15;
      refused(await post(stage, { flags, content: 'x', components: [text('x')] }), 400, 50035, 'content');
      refused(
        await post(stage, { flags, embeds: [{ title: 'x' }], components: [text('x')] }),
        400,
        50035,
        'embeds',
      );
      refused(
        await post(stage, { content: 'x', components: [text('x')] }),
        400,
        50035,
        'components.0 UNION_TYPE_CHOICES',
      );
    },
  },
  {
    name: 'the V2 flag comes by an edit only when content goes, and never leaves',
    async run(stage) {
      const { id } = accepted(await post(stage, { content: 'plain' }));
      const edit = (body: object) => stage.bot.request('PATCH', inRigs(stage, `/${id}`), body);
      const changed = accepted(
        await edit({ flags: 1 << 15, content: null, embeds: [], components: [text('laid out')] }),
      );
      assert.deepEqual([changed.content, changed.flags & (1 << 15)], ['', 1 << 15]);
      refused(await edit({ content: 'plain again' }), 400, 50035, 'content');
    },
  },
];
