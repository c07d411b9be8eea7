import { describe, expect, it } from 'vitest';
import { createAsker, many, nested } from './asker.js';

const button = (fields: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...fields });
const link = (fields: object = {}) => ({
  type: 2,
  style: 5,
  label: 'Go',
  url: 'https://a.example/',
  ...fields,
});
const option = (n: number) => ({ label: `${n}`, value: `${n}` });
const select = (fields: object = {}) => ({ type: 3, custom_id: 's', options: many(3, option), ...fields });
const row = (...components: object[]) => ({ type: 1, components });
const text = (content = 'hi') => ({ type: 10, content });
const media = { url: 'https://a.example/a.png' };
const v2 = (...components: object[]) => ({ flags: 1 << 15, components });
const classic = (...components: object[]) => ({ content: 'x', components });

/** [rule, the nearest valid message, the invalid one, its faults] */
const RULES: [what: string, right: object, wrong: object, faults: string[]][] = [
  [
    'content of 2,000',
    { content: '😀'.repeat(2_000) },
    { content: 'x'.repeat(2_001) },
    ['content BASE_TYPE_MAX_LENGTH'],
  ],
  ['a property that is known', { content: 'x' }, { content: 'x', colour: 1 }, ['colour UNKNOWN_PROPERTY']],
  [
    'properties known deep inside',
    { embeds: [{ fields: [{ name: 'a', value: 'b' }] }] },
    { embeds: [{ fields: [{ name: 'a', value: 'b', in_line: true }] }] },
    ['embeds.0.fields.0.in_line UNKNOWN_PROPERTY'],
  ],
  [
    'numbers that are numbers',
    { content: 'x', flags: 4 },
    { content: 'x', flags: 'four' },
    ['flags NUMBER_TYPE_COERCE'],
  ],
  [
    'booleans that are booleans',
    { content: 'x', tts: false },
    { content: 'x', tts: 'no' },
    ['tts BOOLEAN_TYPE_CONVERT'],
  ],
  [
    'ten embeds',
    { embeds: many(10, () => ({ title: 'x' })) },
    { embeds: many(11, () => ({ title: 'x' })) },
    ['embeds BASE_TYPE_MAX_LENGTH'],
  ],
  [
    '6,000 characters over all embeds',
    { embeds: many(2, () => ({ description: 'x'.repeat(3_000) })) },
    { embeds: [{ description: 'x'.repeat(3_000) }, { title: 'x', description: 'x'.repeat(3_000) }] },
    ['embeds MAX_EMBED_SIZE_EXCEEDED'],
  ],
  [
    'embed titles of 256',
    { embeds: [{ title: 'x'.repeat(256) }] },
    { embeds: [{ title: 'x'.repeat(257) }] },
    ['embeds.0.title BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'times with an offset',
    { embeds: [{ title: 'x', timestamp: '2026-01-01T00:00:00+02:00' }] },
    { embeds: [{ title: 'x', timestamp: 'tomorrow' }] },
    ['embeds.0.timestamp DATE_TIME_TYPE_PARSE'],
  ],
  [
    'embed links that open',
    { embeds: [{ title: 'x', url: 'https://a.example/' }] },
    { embeds: [{ title: 'x', url: 'attachment://a.png' }] },
    ['embeds.0.url URL_TYPE_INVALID_SCHEME'],
  ],
  [
    'field names',
    { embeds: [{ fields: [{ name: 'a', value: 'b' }] }] },
    { embeds: [{ fields: [{ name: '', value: 'b' }] }] },
    ['embeds.0.fields.0.name BASE_TYPE_REQUIRED'],
  ],
  [
    'what an embed was answered with, sent back',
    {
      embeds: [{ type: 'rich', title: 'x', image: { ...media, proxy_url: 'https://b.example/', width: 1 } }],
    },
    { embeds: [{ type: 'rich', title: 'x', image: { ...media, proxy: 'https://b.example/' } }] },
    ['embeds.0.image.proxy UNKNOWN_PROPERTY'],
  ],
  [
    'all of a kind or those named',
    { content: 'x', allowed_mentions: { parse: ['users'], users: [] } },
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['700000000000000101'] } },
    ['allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'],
  ],
  [
    'kinds of mentions',
    { content: 'x', allowed_mentions: { parse: ['roles', 'everyone'] } },
    { content: 'x', allowed_mentions: { parse: ['all'] } },
    ['allowed_mentions.parse.0 BASE_TYPE_CHOICES'],
  ],
  [
    'a nonce of 25',
    { content: 'x', nonce: 'x'.repeat(25) },
    { content: 'x', nonce: 'x'.repeat(26) },
    ['nonce BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'five rows',
    classic(...many(5, (n) => row(button({ custom_id: `${n}` })))),
    classic(...many(6, (n) => row(button({ custom_id: `${n}` })))),
    ['components BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'five buttons a row',
    classic(row(...many(5, (n) => button({ custom_id: `${n}` })))),
    classic(row(...many(6, (n) => button({ custom_id: `${n}` })))),
    ['components.0.components BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'custom ids that differ',
    classic(row(button(), button({ custom_id: 'b' }))),
    classic(row(button(), button())),
    ['components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED'],
  ],
  [
    'custom ids of 100',
    classic(row(button({ custom_id: 'x'.repeat(100) }))),
    classic(row(button({ custom_id: 'x'.repeat(101) }))),
    ['components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'a custom id',
    classic(row(button())),
    classic(row(button({ custom_id: undefined }))),
    ['components.0.components.0.custom_id BASE_TYPE_REQUIRED'],
  ],
  [
    'labels of 80',
    classic(row(button({ label: 'x'.repeat(80) }))),
    classic(row(button({ label: 'x'.repeat(81) }))),
    ['components.0.components.0.label BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'a label or an emoji',
    classic(row(button({ label: undefined, emoji: { name: '🦊' } }))),
    classic(row(button({ label: undefined }))),
    ['components.0.components.0 BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED'],
  ],
  [
    'styles there are',
    classic(row(button({ style: 4 }))),
    classic(row(button({ style: 7 }))),
    ['components.0.components.0.style BASE_TYPE_CHOICES'],
  ],
  [
    'links by http',
    classic(row(link())),
    classic(row(link({ url: 'attachment://a' }))),
    ['components.0.components.0.url URL_TYPE_INVALID_SCHEME'],
  ],
  [
    'links of 512',
    classic(row(link({ url: `https://a.example/${'x'.repeat(494)}` }))),
    classic(row(link({ url: `https://a.example/${'x'.repeat(495)}` }))),
    ['components.0.components.0.url BASE_TYPE_MAX_LENGTH'],
  ],
  [
    'links without custom id',
    classic(row(link())),
    classic(row(link({ custom_id: 'a' }))),
    ['components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE'],
  ],
  [
    'buttons without url',
    classic(row(button())),
    classic(row(button({ url: 'https://a.example/' }))),
    ['components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE'],
  ],
  [
    '25 options',
    classic(row(select({ options: many(25, option) }))),
    classic(row(select({ options: many(26, option) }))),
    ['components.0.components.0.options BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'option values that differ',
    classic(row(select())),
    classic(row(select({ options: [option(1), option(1)] }))),
    ['components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED'],
  ],
  [
    'options enough',
    classic(row(select({ max_values: 3 }))),
    classic(row(select({ max_values: 4 }))),
    ['components.0.components.0.options BASE_TYPE_BAD_LENGTH'],
  ],
  [
    'a least below the most',
    classic(row(select({ min_values: 2, max_values: 2 }))),
    classic(row(select({ min_values: 2, max_values: 1 }))),
    ['components.0.components.0.min_values NUMBER_TYPE_MAX'],
  ],
  [
    'one select a row',
    classic(row(select()), row(button())),
    classic(row(select(), button())),
    ['components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
  ],
  ['layouts with their flag', v2(text()), classic(text()), ['components.0 UNION_TYPE_CHOICES']],
  [
    'layouts without content',
    v2(text()),
    { ...v2(text()), content: 'x' },
    ['content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'],
  ],
  [
    'layouts without embeds',
    { ...v2(text()), embeds: [] },
    { ...v2(text()), embeds: [{ title: 'x' }] },
    ['embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'],
  ],
  [
    '40 components',
    v2(...many(39, () => text()), { type: 14 }),
    v2(...many(39, () => text()), { type: 17, components: [text()] }),
    ['components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'],
  ],
  [
    '4,000 characters of text',
    v2(text('x'.repeat(2_000)), text('x'.repeat(2_000))),
    v2(text('x'.repeat(2_000)), text('x'.repeat(2_001))),
    ['components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED'],
  ],
  [
    'components where they belong',
    v2({ type: 17, components: [text()] }),
    v2({ type: 17, components: [{ type: 17, components: [text()] }] }),
    ['components.0.components.0 UNION_TYPE_CHOICES'],
  ],
  [
    'files that were uploaded',
    v2({ type: 12, items: [{ media }] }),
    v2({ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }),
    ['components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND'],
  ],
  [
    'a section with its accessory',
    v2({ type: 9, components: [text()], accessory: { type: 11, media } }),
    v2({ type: 9, components: [text()] }),
    ['components.0.accessory BASE_TYPE_REQUIRED'],
  ],
];

describe('a message', () => {
  it.each(RULES)('may have %s and nothing beyond', async (_what, right, wrong, faults) => {
    const { ask, path, problems } = await createAsker();
    expect(await ask('POST', path.messages, right)).toMatchObject({ status: 200 });
    expect(await ask('POST', path.messages, wrong)).toEqual({ status: 400, code: 50035, faults });
    expect(problems()).toHaveLength(1);
  });

  it('with a component layout keeps it', async () => {
    const { ask, path } = await createAsker();
    const { body } = await ask('POST', path.messages, v2(text()));
    const message = `${path.messages}/${nested(body, 'id')}`;
    expect(await ask('PATCH', message, { content: 'x' })).toMatchObject({ code: 50035 });
    expect(await ask('PATCH', message, { content: 'x', flags: 0 })).toMatchObject({ code: 50035 });
    expect(await ask('PATCH', message, { components: [text('two')] })).toMatchObject({ status: 200 });
  });

  it('reports every fault once, those of the schema before those of the rules', async () => {
    const { ask, path } = await createAsker();
    const wrong = { content: 'x'.repeat(2_001), nope: 1, embeds: [{ title: 'x'.repeat(257), color: -1 }] };
    expect(await ask('POST', path.messages, wrong)).toMatchObject({
      faults: [
        'content BASE_TYPE_MAX_LENGTH',
        'nope UNKNOWN_PROPERTY',
        'embeds.0.title BASE_TYPE_MAX_LENGTH',
        'embeds.0.color NUMBER_TYPE_MIN',
      ],
    });
  });
});

describe('a request', () => {
  const QUERIES: [path: string, faults: string[]][] = [
    ['?limit=0', ['limit NUMBER_TYPE_MIN']],
    ['?limit=101', ['limit NUMBER_TYPE_MAX']],
    ['?limit=many', ['limit NUMBER_TYPE_COERCE']],
    ['?before=yesterday', ['before NUMBER_TYPE_COERCE']],
    ['?limit=5&offset=5', ['offset UNKNOWN_PROPERTY']],
  ];
  it.each(QUERIES)('with the query %s is refused', async (query, faults) => {
    const { ask, path } = await createAsker();
    expect(await ask('GET', path.messages + query)).toEqual({ status: 400, code: 50035, faults });
    expect(await ask('GET', `${path.messages}?limit=100&before=7`)).toMatchObject({ status: 200 });
  });

  it('without a body in the API is refused when it has one', async () => {
    const { ask, path } = await createAsker();
    expect(await ask('POST', path.typing, { for: 5 })).toMatchObject({ faults: ['for UNKNOWN_PROPERTY'] });
    expect(await ask('POST', path.typing)).toMatchObject({ status: 204 });
  });
});
