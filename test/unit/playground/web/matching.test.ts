import { describe, expect, it } from 'vitest';
import type { SeenChannel, SeenCommand, SeenWorld } from '../../../../src/playground/actor/client.js';
import {
  byApplication,
  matching,
  namingAt,
  withMentions,
  writtenAfter,
} from '../../../../src/playground/web/app/composer/matching.js';

const command = (name: string, application = 'Rigsmith', kind = 'slash') =>
  ({ name, kind, application_name: application }) as SeenCommand;
const withOptions = (name: string, ...options: object[]) => ({ ...command(name), options }) as SeenCommand;
const world = {
  guild: {
    members: [
      { id: '1', display_name: 'Max' },
      { id: '2', display_name: 'Max Power' },
      { id: '3', display_name: 'Zoë' },
    ],
    roles: [
      { id: '8', name: 'Moderator' },
      { id: '9', name: '@everyone' },
    ],
  },
} as SeenWorld;
const channels = [
  { id: '5', name: 'rigs', kind: 'text' },
  { id: '6', name: 'rigs-old', kind: 'text' },
] as SeenChannel[];

describe('the command picker after a slash', () => {
  const commands = [command('unlink'), command('link'), command('rig text'), command('Link', 'X', 'user')];

  it('finds commands by any part, prefix matches first, and no context menus', () => {
    expect(matching(commands, '/li').map(({ name }) => name)).toEqual(['link', 'unlink']);
    expect(matching(commands, '/ TEXT ').map(({ name }) => name)).toEqual(['rig text']);
    expect(matching(commands, '/nothing')).toEqual([]);
  });

  it('offers the commands of a group to a member who wrote the rest at once', () => {
    const group = [command('rig text'), command('rig image'), command('talk start'), command('link')];
    expect(matching(group, '/rig a red fox').map(({ name }) => name)).toEqual(['rig text', 'rig image']);
    expect(matching(group, '/rig text a red fox').map(({ name }) => name)).toEqual(['rig text']);
    expect(matching(group, '/rigs a red fox')).toEqual([]);
  });

  it('keeps the text behind the command as its first text option', () => {
    const text = withOptions('rig text', { name: 'prompt', kind: 'string', choices: [] });
    const image = withOptions('rig image', { name: 'picture', kind: 'attachment', choices: [] });
    expect(writtenAfter(text, '/rig a red  Fox')).toEqual({ prompt: 'a red Fox' });
    expect(writtenAfter(text, '/rig text a red fox')).toEqual({ prompt: 'a red fox' });
    expect(writtenAfter(text, '/rig te')).toEqual({});
    expect(writtenAfter(text, '/')).toEqual({});
    expect(writtenAfter(image, '/rig a red fox')).toEqual({});
  });

  it('groups them by application in the order found', () => {
    const found = [command('a', 'One'), command('b', 'Two'), command('c', 'One')];
    expect(byApplication(found).map(([name, group]) => [name, group.length])).toEqual([
      ['One', 2],
      ['Two', 1],
    ]);
  });
});

describe('names in a message', () => {
  it('become mentions, the longest name first, and only whole names', () => {
    const write = (text: string) => withMentions(text, world, channels);
    expect(write('@Max and @max power')).toBe('<@1> and <@2>');
    expect(write('@Maxine, mail@Max.example')).toBe('@Maxine, mail@Max.example');
    expect(write('@Zoë see #rigs-old, not #rigs!')).toBe('<@3> see <#6>, not <#5>!');
    expect(write('@Moderator @everyone <@1>')).toBe('<@&8> @everyone <@1>');
  });

  it('are recognized while being typed, before the caret', () => {
    expect(namingAt('hi @Ma', 6)).toEqual({ sign: '@', typed: 'Ma', start: 3 });
    expect(namingAt('hi @Ma there', 6)).toEqual({ sign: '@', typed: 'Ma', start: 3 });
    expect(namingAt('#', 1)).toEqual({ sign: '#', typed: '', start: 0 });
    expect(namingAt('mail@host', 9)).toBeNull();
    expect(namingAt('hi @Ma there', 12)).toBeNull();
  });
});
