import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Events, GatewayIntentBits, type Message, MessageFlags, type TextChannel } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linksIn } from '../../../src/playground/discord/domain/unfurl.js';
import { eventually } from '../../support/eventually.js';
import { channelId, login, startDiscord } from './world.js';

/** A GIF of 2 by 1 pixels. */
const picture = Buffer.from('R0lGODlhAgABAIAAAP8AAAAAACH5BAAAAAAALAAAAAACAAEAAAICRAoAOw==', 'base64');
const page = (picture: string) => `<!doctype html><title>Other</title>
  <meta property="og:title" content="A fox &amp; a hen">
  <meta content='24 joints' property='og:description'>
  <meta property="og:site_name" content="Rigs">
  <meta property="og:image" content="${picture}">
  <meta name="theme-color" content="#ff8800">
  <meta name="twitter:card" content="summary_large_image">`;

let origin: string;
let asked: string[];
let close: () => void;
beforeEach(async () => {
  asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    if (request.url === '/fox') return html(page('/fox.gif'));
    if (request.url === '/plain') return html('<title>Only a title</title>');
    if (request.url === '/huge') return html(`${' '.repeat(600 * 1024)}${page('/fox.gif')}`);
    if (request.url === '/away') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (request.url === '/moved') return response.writeHead(302, { location: '/fox' }).end();
    if (request.url === '/fox.gif')
      return response.writeHead(200, { 'content-type': 'image/gif' }).end(picture);
    return response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close().closeAllConnections();
});
afterEach(() => close());

const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];

async function open() {
  const discord = await startDiscord();
  const client = await login(discord, { intents });
  const channel = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  const updates: Message[] = [];
  client.on(Events.MessageUpdate, (_before, message) => void updates.push(message as Message));
  return { discord, channel, updates };
}

it('a link gets its preview after the message was posted, in an update without an edit time', async () => {
  const { channel, updates } = await open();
  const sent = await channel.send(`See ${origin}/fox.`);
  expect([sent.embeds, sent.editedAt]).toEqual([[], null]);
  const [update] = await eventually(() => {
    expect(updates).toHaveLength(1);
    return updates;
  });
  expect([update?.id, update?.editedAt]).toEqual([sent.id, null]);
  expect(update?.embeds[0]?.toJSON()).toMatchObject({
    type: 'article',
    url: `${origin}/fox`,
    title: 'A fox & a hen',
    description: '24 joints',
    provider: { name: 'Rigs' },
    color: 0xff8800,
    thumbnail: { url: `${origin}/fox.gif`, width: 2, height: 1 },
  });
  expect((await channel.messages.fetch({ message: sent.id, force: true })).embeds).toHaveLength(1);
});

it('previews stand below the embeds of the bot, follow an edit of the links, and go with SUPPRESS_EMBEDS', async () => {
  const { channel } = await open();
  const sent = await channel.send({ content: `${origin}/fox`, embeds: [{ title: 'Own' }] });
  const titles = async () => {
    const { embeds } = await channel.messages.fetch({ message: sent.id, force: true });
    return embeds.map(({ title }) => title);
  };
  const become = (expected: (string | null)[]) => expect.poll(titles).toEqual(expected);
  await become(['Own', 'A fox & a hen']);
  await sent.edit(`${origin}/plain ${origin}/fox.gif`);
  await become(['Own', 'Only a title', null]);
  await sent.suppressEmbeds();
  await become([]);
  await sent.edit('nothing to see');
  await sent.suppressEmbeds(false);
  await become(['Own']);
});

it('pages that are too long, elsewhere, gone or without anything to show get none', async () => {
  const { channel, updates } = await open();
  await channel.send(`${origin}/huge ${origin}/away ${origin}/gone http://10.0.0.1/fox`);
  await channel.send({ content: `${origin}/fox`, flags: MessageFlags.SuppressEmbeds });
  await channel.send(`<${origin}/fox> \`${origin}/fox\``);
  await channel.send(`${origin}/moved`);
  await eventually(() => expect(updates).toHaveLength(1));
  expect(updates[0]?.embeds[0]?.title).toBe('A fox & a hen');
  expect(asked.filter((path) => path === '/fox')).toHaveLength(1);
});

it('a bot without the permission to embed links gets none', async () => {
  const discord = await startDiscord();
  const client = await login(discord, { intents });
  const inRigs = { channelId: channelId(discord, 'rigs'), botUserId: client.user.id };
  discord.faults.setPermission({ permission: 'EmbedLinks', allowed: false, ...inRigs });
  const channel = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  await channel.send(`${origin}/fox`);
  const mia = discord.as('mia');
  const { id } = await mia.post({ channelId: channel.id, content: `${origin}/plain` });
  await mia.waitFor((messages) => messages.find((one) => one.id === id && one.embeds.length > 0), {
    channelId: channel.id,
  });
  expect(asked).toEqual(['/plain']);
});

it('links are found in prose alone, each once, and up to five', () => {
  const link = (name: string) => `http://127.0.0.1/${name}`;
  expect(
    linksIn(`(${link('a')}), ${link('a')} ${link('b')}! <${link('c')}>\n\`\`\`${link('d')}\`\`\``),
  ).toEqual([link('a'), link('b')]);
  expect(linksIn(Array.from({ length: 9 }, (_, n) => link(`${n}`)).join(' '))).toHaveLength(5);
  expect(
    linksIn('http://example.com/ http://192.168.0.1/ ftp://127.0.0.1/ http://127.0.0.1.example.com/'),
  ).toEqual([]);
});
