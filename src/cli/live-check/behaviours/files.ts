import type { Behaviour } from '../behaviour.js';
import { at, idOf, listOf, many, refusalOf, refused } from '../seen.js';
import type { Stage } from '../stage.js';

type Upload = { name: string; content: string };

function form(payload: object, files: readonly Upload[]): FormData {
  const parts = new FormData();
  parts.append('payload_json', JSON.stringify(payload));
  for (const [n, { name, content }] of files.entries())
    parts.append(`files[${n}]`, new Blob([content]), name);
  return parts;
}
const send = (stage: Stage, payload: object, ...files: Upload[]) =>
  stage.request('POST', stage.messages, form(payload, files));
const file = (name: string, content = name): Upload => ({ name, content });

export const files: readonly Behaviour[] = [
  {
    id: 'files.download',
    says: 'an uploaded file is listed with its size, and downloads byte by byte',
    expected: { status: 200, name: 'rig.txt', size: 5, downloaded: 200, content: 'a rig' },
    async observe(stage) {
      const { status, body } = await send(stage, {}, file('rig.txt', 'a rig'));
      const download = await fetch(String(at(body, 'attachments.0.url')));
      return {
        status,
        name: at(body, 'attachments.0.filename'),
        size: at(body, 'attachments.0.size'),
        downloaded: download.status,
        content: await download.text(),
      };
    },
  },
  {
    id: 'files.described',
    says: 'a file keeps its description, and the name of a spoiler',
    expected: [
      ['end.txt', 'The end'],
      ['SPOILER_x.txt', null],
    ],
    async observe(stage) {
      const attachments = [{ id: 0, description: 'The end' }];
      const { body } = await send(stage, { attachments }, file('end.txt'), file('SPOILER_x.txt'));
      return listOf(at(body, 'attachments')).map((one) => [at(one, 'filename'), at(one, 'description')]);
    },
  },
  {
    id: 'files.edit',
    says: 'an edit keeps all files, or those it names, and adds new ones',
    expected: [['a.txt', 'b.txt'], ['b.txt', 'c.txt'], []],
    async observe(stage) {
      const sent = await send(stage, { content: 'two' }, file('a.txt'), file('b.txt'));
      const path = `${stage.messages}/${idOf(sent)}`;
      const namesAfter = async (body: unknown) =>
        listOf(at((await stage.request('PATCH', path, body)).body, 'attachments')).map((one) =>
          at(one, 'filename'),
        );
      const kept = { id: at(sent.body, 'attachments.1.id') };
      return [
        await namesAfter({ content: 'still' }),
        await namesAfter(form({ attachments: [kept, { id: '0', filename: 'c.txt' }] }, [file('c.txt')])),
        await namesAfter({ content: 'none', attachments: [] }),
      ];
    },
  },
  {
    id: 'files.most',
    says: 'a message has up to ten files',
    expected: [200, 400],
    observe: async (stage) => [
      (await send(stage, {}, ...many(10, (n) => file(`${n}.txt`)))).status,
      (await send(stage, {}, ...many(11, (n) => file(`${n}.txt`)))).status,
    ],
  },
  {
    id: 'files.components',
    says: 'a file of a Components V2 message is shown by its component',
    expected: { type: 13, name: 'rig.txt', isAddress: true },
    async observe(stage) {
      const components = [{ type: 13, file: { url: 'attachment://rig.txt' } }];
      const { body } = await send(stage, { flags: 1 << 15, components }, file('rig.txt'));
      return {
        type: at(body, 'components.0.type'),
        name: at(body, 'components.0.name'),
        isAddress: /^https?:/.test(String(at(body, 'components.0.file.url'))),
      };
    },
  },
  {
    id: 'files.payload',
    says: 'a form whose JSON is broken is refused',
    expected: refused(400, 50109),
    unspecified: ['code', 'faults'],
    async observe(stage) {
      const parts = new FormData();
      parts.append('payload_json', '{');
      return refusalOf(await stage.request('POST', stage.messages, parts));
    },
  },
];
