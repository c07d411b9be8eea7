import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWordLists } from '../../../src/base/content.js';
import { isAppError } from '../../../src/base/errors.js';
import { csvOf } from '../../../src/bot/csv.js';
import { createContentRules } from '../../../src/bot/settings/content.js';
import { createServerRules } from '../../../src/bot/settings/rules.js';
import {
  createSettingsStore,
  defaultSettings,
  type ServerSettings,
} from '../../../src/bot/settings/store.js';
import { onEveryEngine } from '../../support/bot-database.js';
import { freeServer } from '../../support/server.js';

/** A server with the channels 1 and 2, a thread in 1, and the role `artist`, which mia has. */
const presence = {
  channel: async (id: string) =>
    ({
      '1': { guildId: 'home', parentId: null },
      '2': { guildId: 'home', parentId: null },
      thread: { guildId: 'home', parentId: '1' },
    })[id] ?? null,
  rolesOf: async (_guild: string, member: string) => (member === 'mia' ? ['artist'] : []),
  hasRole: async (_guild: string, role: string) => role === 'artist',
  lacksIn: () => [],
  standing: async () => 'fine' as const,
};

onEveryEngine((openDatabase) => {
  it('settings of a server change one by one, and other servers keep theirs', async () => {
    const db = await openDatabase();
    const settings = createSettingsStore({ db });
    await settings.change('home', { locale: 'fr' });
    await settings.change('home', { rigChannels: ['1'] });
    expect(await settings.of('home')).toMatchObject({ locale: 'fr', rigChannels: ['1'], mayMention: true });
    await settings.change('home', { visibility: 'private', hasSpoilers: true });
    expect(await settings.of('home')).toMatchObject({ visibility: 'private', hasSpoilers: true });
    const { visibility, hasSpoilers, ...others } = await settings.of('elsewhere');
    expect([visibility, hasSpoilers]).toEqual(['public', false]);
    expect(others).toMatchObject({ locale: null, rigChannels: [] });
    await db.close();
  });

  /** Why mia or max is refused a rig or a conversation in a channel; null when it is allowed. */
  async function refusal(
    given: Partial<ServerSettings>,
    channelId: string,
    memberId = 'mia',
    what: 'rig' | 'talk' = 'rig',
  ) {
    const db = await openDatabase();
    const settings = createSettingsStore({ db });
    await settings.change('home', given);
    const { check } = createServerRules({ settings, presence, content: freeServer.rules });
    const why = await check(what, memberId, { guildId: 'home', channelId }).then(
      () => null,
      ({ message }) => message as string,
    );
    await db.close();
    return why;
  }

  it('rigs are allowed in the chosen channels and their threads', async () => {
    const given = { rigChannels: ['1'] };
    expect(await refusal(given, '1')).toBeNull();
    expect(await refusal(given, 'thread')).toBeNull();
    expect(await refusal(given, '2')).toBe('settings.error.channel.rig');
    expect(await refusal({ talkChannels: ['1'] }, '2')).toBeNull();
  });

  it('rigs are allowed to members with one of the roles', async () => {
    expect(await refusal({ rigRoles: ['artist'] }, '1')).toBeNull();
    expect(await refusal({ rigRoles: ['artist'] }, '1', 'max')).toBe('settings.error.role.rig');
  });

  it('conversations have channels and roles of their own', async () => {
    const given = { talkChannels: ['1'], talkRoles: ['artist'] };
    expect(await refusal(given, 'thread', 'mia', 'talk')).toBeNull();
    expect(await refusal(given, '2', 'mia', 'talk')).toBe('settings.error.channel.talk');
    expect(await refusal(given, '1', 'max', 'talk')).toBe('settings.error.role.talk');
    expect(await refusal({ rigChannels: ['2'], rigRoles: ['artist'] }, '1', 'max', 'talk')).toBeNull();
  });

  it('rigs proposed in a conversation need the role too, in any channel', async () => {
    const db = await openDatabase();
    const settings = createSettingsStore({ db });
    await settings.change('home', { rigRoles: ['artist'], rigChannels: ['2'] });
    const { checkRoles } = createServerRules({ settings, presence, content: freeServer.rules });
    await expect(checkRoles('rig', 'mia', 'home')).resolves.toBeUndefined();
    await expect(checkRoles('rig', 'max', 'home')).rejects.toThrow('settings.error.role.rig');
    await expect(checkRoles('rig', 'max', 'elsewhere')).resolves.toBeUndefined();
    await db.close();
  });

  it('deleted channels and roles no longer restrict anyone', async () => {
    expect(await refusal({ rigChannels: ['gone'] }, '2')).toBeNull();
    expect(await refusal({ rigChannels: ['gone', '1'] }, '2')).toBe('settings.error.channel.rig');
    expect(await refusal({ rigRoles: ['gone'] }, '1', 'max')).toBeNull();
  });
});

it('no cell of a CSV file is a formula', () => {
  expect(csvOf([['=1+1', '+2', '-3', '@x', 'a "b", c', null, 7]])).toBe(
    `'=1+1,'+2,'-3,'@x,"a ""b"", c",,7\r\n`,
  );
});

describe('refused words', () => {
  const refused: string[] = [];
  const { checkText } = createContentRules({
    settings: {
      of: async (guildId) => ({ ...defaultSettings, strictness: guildId === 'strict' ? 'strict' : 'normal' }),
    },
    words: readWordLists(resolve('data/content/words.json')),
    metrics: {
      count: (_: string, labels: { strictness: string }) => void refused.push(labels.strictness),
    } as never,
  });
  const isRefused = (guildId: string | null, text: string) =>
    checkText(guildId, text).then(
      () => false,
      (error) => isAppError(error, 'content_rejected'),
    );

  it('of hate, nudity and pornography are refused everywhere, in any case, accent and language', async () => {
    for (const text of [
      'a naked knight',
      '一个裸体的人',
      'a PORNO star',
      'Pädophiler',
      'pado pedo',
      'ナチスの兵士',
      'нацистский солдат',
    ])
      expect([text, await isRefused('home', text), await isRefused(null, text)]).toEqual([text, true, true]);
  });

  it('of gore, drugs and guns are refused only where the server is strict', async () => {
    for (const text of ['Blutiger Ritter', 'pistolet', 'a sexy witch', 'with a gun'])
      expect([text, await isRefused('strict', text), await isRefused('home', text)]).toEqual([
        text,
        true,
        false,
      ]);
  });

  it('are whole words: others that contain them pass', async () => {
    for (const text of [
      'a gunner on a drugstore roof',
      'Sussex duck',
      'a bloodhound',
      'a grape',
      'Essex sangria',
    ])
      expect([text, await isRefused('strict', text)]).toEqual([text, false]);
  });

  it('are counted by strictness', async () => {
    refused.length = 0;
    await isRefused('strict', 'vodka');
    await isRefused('home', 'hentai');
    await isRefused('home', 'a sexy schoolgirl');
    await isRefused('home', 'a duck');
    expect(refused).toEqual(['strict', 'normal', 'never']);
  });
});
