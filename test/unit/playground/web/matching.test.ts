import { describe, expect, it } from 'vitest';
import type { SeenChannel, SeenCommand, SeenWorld } from '../../../../src/playground/actor/client.js';
import {
  byApplication,
  matching,
  namingAt,
  withMentions,
} from '../../../../src/playground/web/app/composer/matching.js';

const command = (name: string, application = 'Rigsmith', kind = 'slash') =>
  ({ name, kind, application_name: application }) as SeenCommand;
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
