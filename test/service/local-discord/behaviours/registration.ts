import assert from 'node:assert/strict';
import type { Behaviour, BotHands } from './behaviour.js';
import { accepted, refused } from './expect.js';

const at = ({ account }: BotHands) => `/applications/${account.applicationId}/commands`;
const slash = (name: string, fields: object = {}) => ({ name, description: `Does ${name}`, ...fields });

export const registration: Behaviour[] = [
  {
    name: 'PUT replaces the whole list; commands that stay keep their ids',
    async run({ freshBot, mia }) {
      const bot = await freshBot();
      const put = async (...names: string[]) =>
        accepted(
          await bot.request(
            'PUT',
            at(bot),
            names.map((name) => slash(name)),
          ),
        );
      const [, kept] = await put('put-a', 'put-b');
      const after = await put('put-b', 'put-c');
      assert.equal(after.find(({ name }: { name: string }) => name === 'put-b').id, kept.id);
      const offered = (await mia.commands())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('put-'));
      assert.deepEqual(offered.sort(), ['put-b', 'put-c']);
      assert.deepEqual(await put(), []);
    },
  },
  {
    name: 'POST creates a command (201), and again with the same name replaces it under its id (200)',
    async run({ freshBot }) {
      const bot = await freshBot();
      const first = accepted(await bot.request('POST', at(bot), slash('one')), 201);
      const second = await bot.request('POST', at(bot), slash('one', { description: 'Otherwise' }));
      assert.deepEqual(
        [second.status, second.body.id, second.body.description],
        [200, first.id, 'Otherwise'],
      );
      assert.notEqual(second.body.version, first.version);
      assert.equal(accepted(await bot.request('GET', at(bot))).length, 1);
    },
  },
  {
    name: 'localisations are kept and listed only with_localizations',
    async run({ freshBot }) {
      const bot = await freshBot();
      const names = { name_localizations: { de: 'eins' }, description_localizations: { de: 'Tut eins' } };
      accepted(await bot.request('POST', at(bot), slash('localised', names)), 201);
      const [full] = accepted(await bot.request('GET', `${at(bot)}?with_localizations=true`));
      assert.deepEqual(full.name_localizations, { de: 'eins' });
      const [plain] = accepted(await bot.request('GET', at(bot)));
      assert.equal(plain.name_localizations, undefined);
      accepted(await bot.request('PUT', at(bot), []));
    },
  },
  {
    name: 'PATCH changes only the given fields; DELETE removes the command, which is then 10063',
    async run({ freshBot }) {
      const bot = await freshBot();
      const options = [{ type: 3, name: 'text', description: 'Text' }];
      const { id } = accepted(await bot.request('POST', at(bot), slash('patched', { options })), 201);
      const patched = accepted(await bot.request('PATCH', `${at(bot)}/${id}`, { description: 'New' }));
      assert.deepEqual([patched.description, patched.options.length], ['New', 1]);
      assert.equal((await bot.request('DELETE', `${at(bot)}/${id}`)).status, 204);
      refused(await bot.request('GET', `${at(bot)}/${id}`), 404, 10063);
    },
  },
  {
    name: 'guild commands exist beside global ones and carry their guild id',
    async run({ freshBot, ids }) {
      const bot = await freshBot();
      const inGuild = `/applications/${bot.account.applicationId}/guilds/${ids.guild}/commands`;
      const made = accepted(await bot.request('POST', inGuild, slash('local')), 201);
      assert.equal(made.guild_id, ids.guild);
      assert.deepEqual(accepted(await bot.request('GET', at(bot))), []);
      assert.equal(accepted(await bot.request('GET', inGuild)).length, 1);
      accepted(await bot.request('PUT', inGuild, []));
    },
  },
  {
    name: 'another application’s commands cannot be changed',
    async run({ freshBot, bot }) {
      const other = await freshBot();
      const answer = await other.request('GET', at(bot));
      assert.ok([403, 404].includes(answer.status), `answered with ${answer.status}`);
    },
  },
  {
    name: 'a bad name, a name in use twice and required after optional are refused with their paths',
    async run({ freshBot }) {
      const bot = await freshBot();
      const post = (body: object) => bot.request('POST', at(bot), body);
      refused(await post(slash('Bad Name')), 400, 50035, 'name APPLICATION_COMMAND_INVALID_NAME');
      refused(await post({ name: 'nothing' }), 400, 50035, 'description BASE_TYPE_REQUIRED');
      const twice = await bot.request('PUT', at(bot), [slash('same'), slash('same')]);
      refused(twice, 400, 50035);
      const one = { type: 3, name: 'a', description: 'A' };
      const late = { type: 3, name: 'b', description: 'B', required: true };
      refused(
        await post(slash('order', { options: [one, late] })),
        400,
        50035,
        'options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
      );
      assert.deepEqual(accepted(await bot.request('GET', at(bot))), []);
    },
  },
  {
    name: '26 choices and 26 options are one too many',
    async run({ freshBot }) {
      const bot = await freshBot();
      const choices = Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` }));
      const pick = { type: 3, name: 'pick', description: 'Pick', choices };
      const options = Array.from({ length: 26 }, (_, n) => ({ type: 3, name: `o${n}`, description: 'O' }));
      refused(
        await bot.request('POST', at(bot), slash('many', { options: [pick] })),
        400,
        50035,
        'options.0.choices',
      );
      refused(await bot.request('POST', at(bot), slash('many', { options })), 400, 50035, 'options');
    },
  },
  {
    name: 'the 101st slash command is refused; 100 and five user commands are not',
    async run({ freshBot }) {
      const bot = await freshBot();
      const hundred = Array.from({ length: 100 }, (_, n) => slash(`c${n}`));
      const menus = Array.from({ length: 5 }, (_, n) => ({ type: 2, name: `U${n}` }));
      assert.equal(accepted(await bot.request('PUT', at(bot), [...hundred, ...menus])).length, 105);
      refused(await bot.request('POST', at(bot), slash('c100')), 400, 30032);
      const tooMany = await bot.request('PUT', at(bot), [...hundred, slash('c100')]);
      assert.equal(tooMany.status, 400);
      accepted(await bot.request('PUT', at(bot), []));
    },
  },
];
