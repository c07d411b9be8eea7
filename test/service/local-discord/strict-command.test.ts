import { describe, expect, it } from 'vitest';
import { createAsker, many } from './asker.js';
import { createManualClock } from './world.js';

const command = (fields: object = {}) => ({ name: 'go', description: 'Go', ...fields });
const menu = (fields: object = {}) => ({ type: 2, name: 'Look at', ...fields });
const option = (fields: object = {}) => ({ type: 3, name: 'a', description: 'A', ...fields });
const withOptions = (...options: object[]) => command({ options });
const choice = (n: number) => ({ name: `${n}`, value: `${n}` });
/** [rule, the nearest valid command, the invalid one, its faults] */
const RULES: [what: string, right: object, wrong: object, faults: string[]][] = [
  [
    'names in small letters',
    command({ name: 'größe_1' }),
    command({ name: 'Go' }),
    ['name APPLICATION_COMMAND_INVALID_NAME'],
  ],
  [
    'names without spaces',
    command({ name: 'go-on' }),
    command({ name: 'go on' }),
    ['name APPLICATION_COMMAND_INVALID_NAME'],
  ],
  [
    'names of 32',
    command({ name: 'x'.repeat(32) }),
    command({ name: 'x'.repeat(33) }),
    ['name BASE_TYPE_BAD_LENGTH'],
  ],
  ['menus with any name', menu({ name: 'Look At!' }), menu({ name: '' }), ['name BASE_TYPE_REQUIRED']],
  [
    'menus without description',
    menu(),
    menu({ description: 'x' }),
    ['description APPLICATION_COMMAND_INVALID_DESCRIPTION'],
  ],
  ['a description', command(), command({ description: '' }), ['description BASE_TYPE_REQUIRED']],
  [
    'descriptions of 100',
    command({ description: 'x'.repeat(100) }),
    command({ description: 'x'.repeat(101) }),
    ['description BASE_TYPE_MAX_LENGTH'],
  ],
  ['properties there are', command({ nsfw: false }), command({ nfsw: false }), ['nfsw UNKNOWN_PROPERTY']],
  [
    'permissions as digits',
    command({ default_member_permissions: '8' }),
    command({ default_member_permissions: 'admin' }),
    ['default_member_permissions NUMBER_TYPE_COERCE'],
  ],
  [
    'contexts there are',
    command({ contexts: [0, 1, 2] }),
    command({ contexts: [3] }),
    ['contexts.0 BASE_TYPE_CHOICES'],
  ],
  [
    'some place to be installed in',
    command({ integration_types: [0, 1] }),
    command({ integration_types: [] }),
    ['integration_types BASE_TYPE_MIN_LENGTH'],
  ],
  [
    'languages there are',
    command({ name_localizations: { de: 'los' } }),
    command({ name_localizations: { xx: 'los' } }),
    ['name_localizations.xx BASE_TYPE_CHOICES'],
  ],
  [
    'translated names by the same rule',
    command({ name_localizations: { de: 'los' } }),
    command({ name_localizations: { de: 'Los' } }),
    ['name_localizations.de APPLICATION_COMMAND_INVALID_NAME'],
  ],
  [
    'translated descriptions of 100',
    command({ description_localizations: { de: 'x'.repeat(100) } }),
    command({ description_localizations: { de: 'x'.repeat(101) } }),
    ['description_localizations.de BASE_TYPE_BAD_LENGTH'],
  ],
  [
    '25 options',
    withOptions(...many(25, (n) => option({ name: `o${n}` }))),
    withOptions(...many(26, (n) => option({ name: `o${n}` }))),
    ['options BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'option names that differ',
    withOptions(option(), option({ name: 'b' })),
    withOptions(option(), option()),
    ['options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS'],
  ],
  [
    'required options first',
    withOptions(option({ required: true }), option({ name: 'b' })),
    withOptions(option(), option({ name: 'b', required: true })),
    ['options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID'],
  ],
  [
    'option types there are',
    withOptions(option({ type: 11 })),
    withOptions(option({ type: 12 })),
    ['options.0 UNION_TYPE_CHOICES'],
  ],
  [
    'subcommands by themselves',
    withOptions(option({ type: 1 }), option({ type: 1, name: 'b' })),
    withOptions(option({ type: 1 }), option({ name: 'b' })),
    ['options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID'],
  ],
  [
    'groups at the top alone',
    withOptions(option({ type: 2, options: [option({ type: 1 })] })),
    withOptions(option({ type: 1, options: [option({ type: 2 })] })),
    ['options.0.options.0 UNION_TYPE_CHOICES'],
  ],
  [
    '25 choices',
    withOptions(option({ choices: many(25, choice) })),
    withOptions(option({ choices: many(26, choice) })),
    ['options.0.choices BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'choice values of 100',
    withOptions(option({ choices: [{ name: 'a', value: 'x'.repeat(100) }] })),
    withOptions(option({ choices: [{ name: 'a', value: 'x'.repeat(101) }] })),
    ['options.0.choices.0.value BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'choice names that differ',
    withOptions(option({ choices: [choice(1), choice(2)] })),
    withOptions(option({ choices: [choice(1), { name: '1', value: 'b' }] })),
    ['options.0.choices.1 APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS'],
  ],
  [
    'choices of the option’s kind',
    withOptions(option({ type: 4, choices: [{ name: 'a', value: 1 }] })),
    withOptions(option({ type: 4, choices: [{ name: 'a', value: 'one' }] })),
    ['options.0.choices.0.value NUMBER_TYPE_COERCE'],
  ],
  [
    'choices or autocompletion',
    withOptions(option({ autocomplete: true })),
    withOptions(option({ autocomplete: true, choices: [choice(1)] })),
    ['options.0.autocomplete APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES'],
  ],
  [
    'choices of texts and numbers',
    withOptions(option({ choices: [choice(1)] })),
    withOptions(option({ type: 6, choices: [choice(1)] })),
    ['options.0.choices UNKNOWN_PROPERTY'],
  ],
  [
    'channel types of channels',
    withOptions(option({ type: 7, channel_types: [0] })),
    withOptions(option({ channel_types: [0] })),
    ['options.0.channel_types UNKNOWN_PROPERTY'],
  ],
  [
    'lengths of texts',
    withOptions(option({ max_length: 5 })),
    withOptions(option({ type: 4, max_length: 5 })),
    ['options.0.max_length UNKNOWN_PROPERTY'],
  ],
  [
    'bounds that can be kept',
    withOptions(option({ type: 10, min_value: 1, max_value: 1 })),
    withOptions(option({ type: 10, min_value: 2, max_value: 1 })),
    ['options.0.min_value NUMBER_TYPE_MAX'],
  ],
];

describe('a command', () => {
  it.each(RULES)('may have %s', async (_what, right, wrong, faults) => {
    const { ask, path, problems } = await createAsker();
    expect(await ask('POST', path.commands, right)).toMatchObject({ status: 201 });
    expect(await ask('POST', path.commands, wrong)).toEqual({ status: 400, code: 50035, faults });
    const inList = faults.map((fault) => `0.${fault}`);
    expect(await ask('PUT', path.commands, [wrong])).toMatchObject({ faults: inList });
    expect((await ask('GET', path.commands)).body).toHaveLength(1);
    expect(problems()).toHaveLength(2);
  });

  it('has 8,000 characters including everything below it, with the longest translation counted', async () => {
    const { ask, path } = await createAsker();
    const options = many(19, (n) =>
      option({
        name: `o${n + 10}`,
        description: 'x'.repeat(100),
        choices: many(3, (c) => ({ name: `${c}`, value: 'x'.repeat(99) })),
      }),
    );
    // 2 + 22 + 19 * (3 + 100 + 3 * 100) = 7,681
    const sized = (description: string) =>
      command({ options, description, description_localizations: { de: 'x'.repeat(22) } });
    const last = (length: number) => ({
      ...sized('Go'),
      options: [
        ...options,
        option({
          name: 'o',
          description: 'x'.repeat(100),
          choices: [
            { name: 'x'.repeat(18), value: 'x'.repeat(100) },
            { name: 'y'.repeat(100 - length), value: 'x'.repeat(length) },
          ],
        }),
      ],
    });
    // + 1 + 100 + 118 + 100 = 8,000
    expect(await ask('POST', path.commands, last(10))).toMatchObject({ status: 201 });
    const wrong = { ...last(10), description_localizations: { de: 'x'.repeat(23) } };
    expect(await ask('POST', path.commands, wrong)).toMatchObject({
      faults: ['APPLICATION_COMMAND_TOO_LARGE'],
    });
  });

  it('is one of 100, a menu one of 15 of its type, and a list with too many changes nothing', async () => {
    const { ask, path } = await createAsker();
    const slash = many(100, (n) => command({ name: `c${n}` }));
    const menus = [2, 3].flatMap((type) => many(15, (n) => menu({ type, name: `m${n}` })));
    expect(await ask('PUT', path.commands, [...slash, ...menus])).toMatchObject({ status: 200 });
    expect(await ask('PUT', path.commands, [...slash, command()])).toMatchObject({
      status: 400,
      code: 30032,
    });
    expect(await ask('PUT', path.commands, [...menus, menu()])).toMatchObject({ status: 400, code: 30032 });
    expect(await ask('POST', path.commands, command())).toMatchObject({ status: 400, code: 30032 });
    expect(await ask('POST', path.commands, command({ name: 'c7', description: 'New' }))).toMatchObject({
      status: 200,
    });
    expect((await ask('GET', path.commands)).body).toHaveLength(130);
  });

  it('can be created 200 times a day in one scope; the next day starts at zero', async () => {
    const clock = createManualClock();
    const { ask, path, bot, discord } = await createAsker({ clock });
    const batch = (name: string) => many(100, (n) => command({ name: `${name}${n}` }));
    expect(await ask('PUT', path.commands, batch('a'))).toMatchObject({ status: 200 });
    expect(await ask('PUT', path.commands, batch('a'))).toMatchObject({ status: 200 });
    expect(await ask('PUT', path.commands, batch('b'))).toMatchObject({ status: 200 });
    expect(await ask('PUT', path.commands, [command()])).toMatchObject({ status: 400, code: 30034 });
    expect((await ask('GET', path.commands)).body).toHaveLength(100);
    const inGuild = `/applications/${bot.applicationId}/guilds/${discord.guildId}/commands`;
    expect(await ask('POST', inGuild, command())).toMatchObject({ status: 201 });
    clock.advance(24 * 60 * 60_000);
    expect(await ask('PUT', path.commands, [command()])).toMatchObject({ status: 200 });
  });

  it('may be sent back exactly as it was returned', async () => {
    const { ask, path } = await createAsker();
    await ask('POST', path.commands, withOptions(option({ choices: [choice(1)] })));
    const { body } = await ask('GET', `${path.commands}?with_localizations=true`);
    expect(await ask('PUT', path.commands, body)).toMatchObject({ status: 200 });
  });
});
