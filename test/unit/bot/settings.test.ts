import { expect, it } from 'vitest';
import { csvOf } from '../../../src/bot/csv.js';
import { createServerRules } from '../../../src/bot/settings/rules.js';
import { createSettingsStore, type ServerSettings } from '../../../src/bot/settings/store.js';
import { onEveryEngine } from '../../support/bot-database.js';

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
};

onEveryEngine((openDatabase) => {
  it('settings of a server change one by one, and other servers keep theirs', async () => {
    const db = await openDatabase();
    const settings = createSettingsStore({ db });
    await settings.change('home', { locale: 'fr' });
    await settings.change('home', { rigChannels: ['1'] });
    expect(await settings.of('home')).toMatchObject({ locale: 'fr', rigChannels: ['1'], mayMention: true });
    expect(await settings.of('elsewhere')).toMatchObject({ locale: null, rigChannels: [] });
    await db.close();
  });

  /** Why mia or max is refused a rig in a channel; null when it is allowed. */
  async function refusal(given: Partial<ServerSettings>, channelId: string, memberId = 'mia') {
    const db = await openDatabase();
    const settings = createSettingsStore({ db });
    await settings.change('home', given);
    const { check } = createServerRules({ settings, presence });
    const why = await check('rig', memberId, { guildId: 'home', channelId }).then(
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

  it('deleted channels and roles keep nobody out', async () => {
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
