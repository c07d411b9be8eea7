import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import {
  type Client,
  DefaultRestOptions,
  Events,
  type Interaction,
  PermissionsBitField,
  type RESTOptions,
} from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.js';
import { systemClock } from '../../../src/base/clock.js';
import { createLog, silentLog } from '../../../src/base/log.js';
import { createSeal } from '../../../src/base/seal.js';
import type { Flows } from '../../../src/bot/features.js';
import { createClientMaker } from '../../../src/bot/gateway/client.js';
import { inviteUrl, tellWhenHomeless } from '../../../src/bot/gateway/invite.js';
import { createAdmission } from '../../../src/bot/interaction/admission.js';
import { createAnswering } from '../../../src/bot/interaction/answering.js';
import { isUpToDate } from '../../../src/bot/interaction/command-shape.js';
import { describeCommand } from '../../../src/bot/interaction/command-text.js';
import { createRegistration } from '../../../src/bot/interaction/register.js';
import { createRouter } from '../../../src/bot/interaction/router.js';
import { createInteractionStore } from '../../../src/bot/interaction/store.js';
import { openBotDatabase } from '../../support/bot-database.js';
import { manualClock } from '../../support/clock.js';
import { copy, languages } from '../../support/copy.js';
import { eventually } from '../../support/eventually.js';
import { openScriptedDiscord } from '../../support/scripted-discord.js';
import { servesAll } from '../../support/served.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Fields = Record<string, unknown>;

/** A command or option as Discord returns it, with every optional field present. */
function asDiscordReturns(body: Fields, isOption = false): Fields {
  const options = (body.options as Fields[] | undefined)?.map((each) => asDiscordReturns(each, true));
  const choices = (body.choices as Fields[] | undefined)?.map((each) => ({
    name_localizations: null,
    ...each,
  }));
  const added = isOption
    ? { required: false, autocomplete: false, name_localizations: null, description_localizations: null }
    : {
        id: '9',
        application_id: '1',
        version: '7',
        type: 1,
        description: '',
        default_member_permissions: null,
        dm_permission: true,
        nsfw: false,
        contexts: null,
        integration_types: [0, 1],
        name_localizations: null,
        description_localizations: {},
        options: [],
      };
  return { ...added, ...body, ...(options && { options }), ...(choices && { choices }) };
}
const bodies = commands.map(({ data }) => describeCommand(data, copy));
const known = () => bodies.map((data) => asDiscordReturns({ ...data }));

describe('a command', () => {
  it('is up to date as Discord returns it, with all added fields', () => {
    for (const data of bodies)
      expect([data.name, isUpToDate(data, asDiscordReturns({ ...data }) as never)]).toEqual([
        data.name,
        true,
      ]);
  });

  it.each<[string, Fields]>([
    ['another description', { description: 'Old words' }],
    ['a permission that the code no longer asks', { default_member_permissions: '32' }],
    ['another place to use it', { contexts: [0, 1] }],
    ['no options', { options: [] }],
    ['another type', { type: 3 }],
  ])('with %s at Discord is registered again', (_, difference) => {
    const data = bodies.find(({ name }) => name === 'rig')!;
    expect(isUpToDate(data, { ...asDiscordReturns({ ...data }), ...difference } as never)).toBe(false);
  });
});

async function openBot(rest: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const discord = await openScriptedDiscord({ rest });
  const maker = createClientMaker({
    token: 'a.b.c',
    api: discord.api,
    readMessages: false,
    makeRequest: DefaultRestOptions.makeRequest as RESTOptions['makeRequest'],
  });
  const { client } = maker.make([0, 1]);
  closers.push(discord.close, () => client.destroy());
  await client.login('a.b.c');
  const lines: string[] = [];
  const log = createLog('info', {
    destination: new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) }),
  });
  const clock = manualClock();
  const registration = createRegistration({
    rest: client.rest,
    applicationId: () => '1',
    commands,
    copy,
    clock,
    log,
  });
  return { discord, client, clock, registration, log, said: () => lines.join('') };
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('registering', () => {
  it('writes nothing when Discord has the commands already', async () => {
    const asked: string[] = [];
    const { registration, said } = await openBot(({ method }, response) => {
      asked.push(method ?? '');
      json(response, 200, known());
    });
    await registration.attempt();
    expect([asked, said()]).toEqual([['GET'], '']);
  });

  it('refused by Discord is logged with its code, does not end the bot, and is retried', async () => {
    let refuses = true;
    const { clock, registration, said } = await openBot(({ method }, response) => {
      if (method === 'GET') return json(response, 200, []);
      if (refuses) return json(response, 400, { code: 50035, message: 'Invalid Form Body' });
      return json(response, 200, known());
    });
    await registration.attempt();
    expect(said()).toMatch(/command registration failed \(400, code 50035: Invalid Form Body/);
    refuses = false;
    await registration.attempt();
    expect(said()).not.toContain('commands registered');
    await clock.advance(300_000);
    await registration.attempt();
    expect(said()).toContain('commands registered');
  });
});

describe('a bot without a server', () => {
  it('logs the invite link, with the permissions that the README lists', async () => {
    const { client, log, said } = await openBot((_, response) => json(response, 200, []));
    tellWhenHomeless({ each: (prepare) => prepare(client) }, log);
    client.emit(Events.ClientReady, client as Client<true>);
    expect(said()).toContain('the bot is in no server yet');
    const link = new URL(inviteUrl('1'));
    expect(link.searchParams.get('scope')).toBe('bot applications.commands');
    const bits = BigInt(link.searchParams.get('permissions') ?? 0);
    const readme = readFileSync(resolve('README.md'), 'utf8');
    const listed = /and the permissions (.+?)\.\n/.exec(readme)?.[1]?.split(/, | and /) ?? [];
    const asked = new PermissionsBitField(bits).toArray().map((name) => name.replace(/(?!^)([A-Z])/g, ' $1'));
    const plain = (names: string[]) =>
      names.map((name) => name.replace('Channels', 'Channel').toLowerCase()).sort();
    expect(plain(asked)).toEqual(plain(listed));
  });

  it.each([
    ['in a server it is not a member of', '77', 'not a member of this server'],
    ['in a direct message', undefined, 'use this in a server'],
  ])('answers a command %s', async (_, guildId, sentence) => {
    const answers: string[] = [];
    const { discord, client } = await openBot(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      answers.push(body);
      response.writeHead(204).end();
    });
    const flows = {} as Flows;
    const answering = createAnswering({
      languages,
      flows,
      pendingNotices: async () => [],
      interactions: createInteractionStore({
        served: servesAll,
        db: await openBotDatabase(),
        seal: createSeal(['11'.repeat(32)]),
        clock: systemClock,
      }),
      admission: createAdmission(systemClock),
      clock: systemClock,
      log: silentLog,
    });
    const route = createRouter({ commands, flows, answering, payloadOf: () => null, log: silentLog });
    client.on(Events.InteractionCreate, (interaction: Interaction) => void route(interaction));
    const person = { user: { id: '2', username: 'mia', discriminator: '0' }, roles: [], permissions: '0' };
    const d = {
      id: '5',
      application_id: '1',
      type: 2,
      token: 't',
      version: 1,
      channel: { id: '3', type: guildId ? 0 : 1 },
      channel_id: '3',
      ...(guildId ? { guild_id: guildId, member: person } : { user: person.user }),
      entitlements: [],
      authorizing_integration_owners: { 1: '2' },
      attachment_size_limit: 10_485_760,
      data: { id: '9', name: 'credits', type: 1 },
    };
    discord.sockets()[0]?.send(JSON.stringify({ op: 0, t: 'INTERACTION_CREATE', s: 2, d }));
    await eventually(() => expect(answers.join()).toContain(sentence));
  });
});
