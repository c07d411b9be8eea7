import { describe, expect, it } from 'vitest';
import { createIds, resolveFields } from '../../../../src/playground/actor/place.js';
import type { LocalDiscord, ModalFieldView, ModalView } from '../../../../src/playground/discord/types.js';

const home = {
  members: [{ id: '1', username: 'max' }],
  roles: [{ id: '2', name: 'Moderator' }],
  channels: [{ id: '3', name: 'rigs' }],
};
const club = {
  members: [{ id: '4', username: 'greeter' }],
  roles: [{ id: '5', name: 'Moderator' }],
  channels: [{ id: '6', name: 'lobby' }],
};
const discord = {
  people: [],
  guilds: () => [home, club],
  guild: (id?: string) => (id === 'club' ? club : home),
} as unknown as LocalDiscord;
const field = (customId: string, label: string, kind: ModalFieldView['kind']) => ({ customId, label, kind });

describe('names of people, roles and channels', () => {
  it('become ids in options that take an id of that kind', () => {
    const idOf = createIds(discord, 'home');
    expect([idOf('user', '@Max'), idOf('role', 'moderator'), idOf('channel', '#rigs')]).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect([idOf('mentionable', 'max'), idOf('mentionable', 'Moderator')]).toEqual(['1', '2']);
  });

  it('are roles and channels of the server they are used in, and people of any server', () => {
    const idOf = createIds(discord, 'club');
    expect([idOf('role', 'Moderator'), idOf('channel', 'lobby'), idOf('channel', 'rigs')]).toEqual([
      '5',
      '6',
      'rigs',
    ]);
    expect([idOf('user', 'max'), idOf('user', 'greeter')]).toEqual(['1', '4']);
  });

  it('are unchanged elsewhere', () => {
    const idOf = createIds(discord, 'home');
    expect([idOf('string', 'max'), idOf('user', '1'), idOf('role', 'max'), idOf(undefined, 'max')]).toEqual([
      'max',
      '1',
      'max',
      'max',
    ]);
  });

  it('work in the fields of a form too, where a checkbox takes a boolean', () => {
    const fields = [
      field('who', 'Who', 'user-select'),
      field('where', 'Where', 'channel-select'),
      field('line', 'Line', 'short'),
      field('sure', 'Sure', 'checkbox'),
    ];
    const modal = { title: 'Form', fields } as unknown as ModalView;
    const values = { Who: ['max'], where: 'rigs', Line: 'max', sure: true };
    expect(resolveFields(discord, 'home', modal, values)).toEqual({
      who: ['1'],
      where: '3',
      line: 'max',
      sure: 'true',
    });
    expect(() => resolveFields(discord, 'home', modal, { What: 'x' })).toThrow('has no field "What"');
  });
});
