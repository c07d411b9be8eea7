import type { Behaviour } from '../behaviour.js';
import { at, idOf, listOf, refusalOf, refused } from '../seen.js';
import type { Stage } from '../stage.js';

const start = (stage: Stage, body: object) =>
  stage.request('POST', `/channels/${stage.channelId}/threads`, { name: 'A talk', type: 11, ...body });

export const threads: readonly Behaviour[] = [
  {
    id: 'threads.of_message',
    says: 'a thread of a message has its id, marks the message, and is started once',
    expected: [{ status: 201, type: 11, isSame: true, isOwn: true }, 32, refused(400, 160004)],
    async observe(stage) {
      const id = idOf(await stage.request('POST', stage.messages, { content: 'Start' }));
      const path = `${stage.messages}/${id}/threads`;
      const { status, body } = await stage.request('POST', path, { name: 'A talk' });
      const marked = await stage.request('GET', `${stage.messages}/${id}`);
      return [
        {
          status,
          type: at(body, 'type'),
          isSame: at(body, 'id') === id,
          isOwn: at(body, 'owner_id') === stage.botId,
        },
        at(marked.body, 'flags'),
        refusalOf(await stage.request('POST', path, { name: 'Again' })),
      ];
    },
  },
  {
    id: 'threads.name',
    says: 'a thread needs a name of up to 100 characters and one of four durations',
    expected: [
      refused(400, 50035, 'name BASE_TYPE_REQUIRED'),
      refused(400, 50035, 'name BASE_TYPE_BAD_LENGTH'),
      refused(400, 50035, 'auto_archive_duration BASE_TYPE_CHOICES'),
    ],
    unspecified: ['0.faults', '1.faults'],
    observe: async (stage) => [
      refusalOf(await start(stage, { name: '' })),
      refusalOf(await start(stage, { name: 'x'.repeat(101) })),
      refusalOf(await start(stage, { auto_archive_duration: 61 })),
    ],
  },
  {
    id: 'threads.archived',
    says: 'an archived thread refuses changes except reopening, and a message reopens it',
    expected: [true, refused(400, 50083), 200, false],
    async observe(stage) {
      const path = `/channels/${idOf(await start(stage, {}))}`;
      const archived = await stage.request('PATCH', path, { archived: true });
      const renamed = await stage.request('PATCH', path, { name: 'Other' });
      const written = await stage.request('POST', `${path}/messages`, { content: 'Reopened' });
      const after = await stage.request('GET', path);
      return [
        at(archived.body, 'thread_metadata.archived'),
        refusalOf(renamed),
        written.status,
        at(after.body, 'thread_metadata.archived'),
      ];
    },
  },
  {
    id: 'threads.private',
    says: 'a private thread has type 12, and its maker is a member until it leaves',
    expected: { status: 201, type: 12, members: 1, left: 204 },
    async observe(stage) {
      const { status, body } = await start(stage, { type: 12 });
      const path = `/channels/${at(body, 'id')}/thread-members`;
      const members = listOf((await stage.request('GET', path)).body).length;
      const { status: left } = await stage.request('DELETE', `${path}/@me`);
      return { status, type: at(body, 'type'), members, left };
    },
  },
  {
    id: 'threads.active',
    says: 'an open thread is in the list of the server, and one that is archived is not',
    expected: [true, false],
    async observe(stage) {
      const id = idOf(await start(stage, {}));
      const isListed = async () => {
        const { body } = await stage.request('GET', `/guilds/${stage.guildId}/threads/active`);
        return listOf(at(body, 'threads')).some((one) => at(one, 'id') === id);
      };
      const before = await isListed();
      await stage.request('PATCH', `/channels/${id}`, { archived: true });
      return [before, await isListed()];
    },
  },
  {
    id: 'threads.count',
    says: 'a thread counts its messages, and sends those of its own',
    expected: { count: 2, sent: 2 },
    async observe(stage) {
      const path = `/channels/${idOf(await start(stage, {}))}`;
      for (const content of ['one', 'two']) await stage.request('POST', `${path}/messages`, { content });
      const { body } = await stage.request('GET', path);
      return { count: at(body, 'message_count'), sent: at(body, 'total_message_sent') };
    },
  },
];
