import { expect, it } from 'vitest';
import { createLog } from '../../../../src/base/log.js';
import { createListener } from '../../../../src/bot/talk/listener.js';
import { eventually } from '../../../support/eventually.js';

/** As discord.js gives it. */
const message = (content: string, { isThread = true, author = {} } = {}) =>
  ({
    id: '100',
    channelId: '10',
    type: 0,
    partial: false,
    content,
    attachments: [],
    author: { id: '1', bot: false, displayName: 'Mia', ...author },
    member: null,
    guild: null,
    guildId: null,
    mentions: { users: new Map() },
    channel: { isThread: () => isThread, isDMBased: () => !isThread },
  }) as never;

function listen() {
  const seen: string[] = [];
  let arrive = () => {};
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const arrives = async ({ text }: { text: string }) => {
    await arriving;
    seen.push(`said ${text}`);
    return true;
  };
  const handlers = createListener({
    talk: {
      onMessage: arrives,
      onAddressed: async (said) => void (await arrives(said)),
      onEdit: async (id, words) => void seen.push(words ? `edited ${words.text}` : `deleted ${id}`),
    },
    selfId: () => '9',
    log: createLog('silent'),
  });
  return { seen, handlers, arrive };
}

it.each([true, false])(
  'an edit comes after its message, however soon it follows (in a thread: %s)',
  async (isThread) => {
    const { seen, handlers, arrive } = listen();
    handlers.messageCreate?.(message('red', { isThread }));
    handlers.messageUpdate?.(message('red'), message('blue', { isThread }));
    handlers.messageDelete?.(message('blue', { isThread }));
    await new Promise(setImmediate);
    expect(seen).toEqual([]);
    arrive();
    await eventually(() => expect(seen).toEqual(['said red', 'edited blue', 'deleted 100']));
  },
);

it('messages that a moderator purges are deleted one by one', async () => {
  const { seen, handlers } = listen();
  const gone = new Map([1, 2].map((id) => [String(id), { id: String(id) }]));
  handlers.messageDeleteBulk?.(gone as never, undefined as never);
  await eventually(() => expect(seen).toEqual(['deleted 1', 'deleted 2']));
});

it("edits of bots are not a person's words", async () => {
  const { seen, handlers } = listen();
  handlers.messageUpdate?.(message(''), message('An answer', { author: { bot: true } }));
  await new Promise(setImmediate);
  expect(seen).toEqual([]);
});
