import type { Behaviour } from '../behaviour.js';
import { at, idOf, listOf, many, refusalOf, refused } from '../seen.js';
import type { Stage } from '../stage.js';

const isV2 = 1 << 15;
const text = (content: string) => ({ type: 10, content });
const button = (custom_id: string, fields: object = {}) => ({
  type: 2,
  style: 1,
  label: 'Press',
  custom_id,
  ...fields,
});
const row = (...components: object[]) => ({ type: 1, components });
const post = (stage: Stage, body: unknown) => stage.request('POST', stage.messages, body);
const laidOut = (stage: Stage, ...components: object[]) => post(stage, { flags: isV2, components });

export const layouts: readonly Behaviour[] = [
  {
    id: 'layouts.tree',
    says: 'a Components V2 tree comes back with its types, order and colour, and ids for all',
    expected: { status: 200, flags: isV2, types: [17], inner: [10, 14, 1], accent: 16746496, haveIds: true },
    async observe(stage) {
      const container = {
        type: 17,
        accent_color: 16746496,
        components: [text('# Card'), { type: 14, divider: true }, row(button('a'))],
      };
      const { status, body } = await laidOut(stage, container);
      const inner = listOf(at(body, 'components.0.components'));
      return {
        status,
        flags: at(body, 'flags'),
        types: listOf(at(body, 'components')).map((one) => at(one, 'type')),
        inner: inner.map((one) => at(one, 'type')),
        accent: at(body, 'components.0.accent_color'),
        haveIds: inner.every((one) => Number(at(one, 'id')) > 0),
      };
    },
  },
  {
    id: 'layouts.content',
    says: 'content or embeds beside Components V2 are refused',
    expected: [
      refused(400, 50035, 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'),
      refused(400, 50035, 'embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'),
    ],
    observe: async (stage) => [
      refusalOf(await post(stage, { flags: isV2, content: 'x', components: [text('x')] })),
      refusalOf(await post(stage, { flags: isV2, embeds: [{ title: 'x' }], components: [text('x')] })),
    ],
  },
  {
    id: 'layouts.flag',
    says: 'Components V2 need their flag',
    expected: refused(400, 50035, 'components.0 UNION_TYPE_CHOICES'),
    observe: async (stage) => refusalOf(await post(stage, { content: 'x', components: [text('x')] })),
  },
  {
    id: 'layouts.most',
    says: 'a message has up to 40 components, nested ones included',
    expected: [200, refused(400, 50035, 'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED')],
    observe: async (stage) => [
      (await laidOut(stage, { type: 17, components: many(39, () => text('x')) })).status,
      refusalOf(await laidOut(stage, { type: 17, components: many(40, () => text('x')) })),
    ],
  },
  {
    id: 'layouts.length',
    says: 'all texts of a message together have up to 4,000 characters',
    expected: [200, refused(400, 50035, 'components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED')],
    observe: async (stage) => [
      (await laidOut(stage, text('x'.repeat(2_000)), text('y'.repeat(2_000)))).status,
      refusalOf(await laidOut(stage, text('x'.repeat(2_000)), text('y'.repeat(2_001)))),
    ],
  },
  {
    id: 'layouts.empty',
    says: 'Components V2 without any component are refused',
    expected: refused(400, 50006),
    unspecified: ['code', 'faults'],
    observe: async (stage) => refusalOf(await laidOut(stage)),
  },
  {
    id: 'layouts.edit',
    says: 'an edit may lay a message out when its content goes, and never take the flag away',
    expected: [
      { content: '', flags: isV2 },
      refused(400, 50035, 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'),
    ],
    async observe(stage) {
      const path = `${stage.messages}/${idOf(await post(stage, { content: 'plain' }))}`;
      const change = { flags: isV2, content: null, embeds: [], components: [text('laid out')] };
      const { body } = await stage.request('PATCH', path, change);
      const back = await stage.request('PATCH', path, { content: 'plain again' });
      return [{ content: at(body, 'content'), flags: at(body, 'flags') }, refusalOf(back)];
    },
  },
  {
    id: 'layouts.custom_ids',
    says: 'custom ids are unique in a message and have up to 100 characters',
    expected: [
      refused(400, 50035, 'components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED'),
      refused(400, 50035, 'components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH'),
    ],
    unspecified: ['1.faults'],
    observe: async (stage) => [
      refusalOf(await post(stage, { content: 'x', components: [row(button('a'), button('a'))] })),
      refusalOf(await post(stage, { content: 'x', components: [row(button('a'.repeat(101)))] })),
    ],
  },
  {
    id: 'layouts.rows',
    says: 'a row has up to five buttons, and a message up to five rows',
    expected: [
      200,
      refused(400, 50035, 'components.0.components BASE_TYPE_BAD_LENGTH'),
      refused(400, 50035, 'components BASE_TYPE_MAX_LENGTH'),
    ],
    observe: async (stage) => [
      (await post(stage, { components: many(5, (n) => row(button(`${n}`))) })).status,
      refusalOf(await post(stage, { components: [row(...many(6, (n) => button(`${n}`)))] })),
      refusalOf(await post(stage, { components: many(6, (n) => row(button(`${n}`))) })),
    ],
  },
  {
    id: 'layouts.file',
    says: 'a picture that names no uploaded file is refused',
    expected: refused(
      400,
      50035,
      'components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ),
    unspecified: ['faults'],
    observe: async (stage) =>
      refusalOf(await laidOut(stage, { type: 12, items: [{ media: { url: 'attachment://none.png' } }] })),
  },
];
