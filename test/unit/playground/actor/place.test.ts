import { describe, expect, it } from 'vitest';
import { createIds, resolveFields } from '../../../../src/playground/actor/place.js';
import type { LocalDiscord, ModalFieldView, ModalView } from '../../../../src/playground/discord/types.js';

const guild = {
  members: [{ id: '1', username: 'max' }],
  roles: [{ id: '2', name: 'Moderator' }],
  channels: [{ id: '3', name: 'rigs' }],
};
const discord = { guild: () => guild } as unknown as LocalDiscord;
const field = (customId: string, label: string, kind: ModalFieldView['kind']) => ({ customId, label, kind });

describe('names of people, roles and channels', () => {
  it('become ids in options that take an id of that kind', () => {
    const idOf = createIds(discord);
    expect([idOf('user', '@Max'), idOf('role', 'moderator'), idOf('channel', '#rigs')]).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect([idOf('mentionable', 'max'), idOf('mentionable', 'Moderator')]).toEqual(['1', '2']);
  });

  it('are unchanged elsewhere', () => {
    const idOf = createIds(discord);
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
    expect(resolveFields(discord, modal, values)).toEqual({
      who: ['1'],
      where: '3',
      line: 'max',
      sure: 'true',
    });
    expect(() => resolveFields(discord, modal, { What: 'x' })).toThrow('has no field "What"');
  });
});
