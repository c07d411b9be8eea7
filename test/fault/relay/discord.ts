import type { Channel, ChannelPost, ChannelRefusal } from '../../../src/bot/talk/channel.js';
import type { Dice } from '../schedule/dice.js';
import type { World } from './world.js';

type Message = { id: string; said: ChannelPost; nonce: string; at: number };

/** How long Discord remembers a nonce. */
const nonceMs = 5 * 60_000;
/** The minimum time that a reopened thread stays open. */
const autoArchiveMs = 60 * 60_000;

/** A thread with random failures: before the request, after it, and of the thread itself. */
export function createThread(world: World, dice: Dice) {
  const { time } = world;
  let messages: Message[] = [];
  let lastId = 1_000;
  let closed: ChannelRefusal | null = null;
  let openUntil = 0;

  const spoil = async () => {
    while (!world.isCalm()) {
      await time.sleep(2_000 + dice.int(20_000));
      const next = dice.pick<ChannelRefusal | null>([null, null, 'archived', 'denied']);
      closed = next === 'archived' && time.now() < openUntil ? null : next;
      await time.sleep(dice.int(8_000));
      closed = null;
    }
  };
  void spoil();

  const meet = async <T>(act: () => T): Promise<T | ChannelRefusal> => {
    await time.sleep(20 + dice.int(150));
    const isFair = world.isCalm();
    if (!isFair && dice.chance(0.08)) throw new Error('502, nothing happened');
    if (closed) return closed;
    const result = act();
    await time.sleep(20 + dice.int(150));
    if (!isFair && dice.chance(0.06)) throw new Error('hung up after the effect');
    return result;
  };
  const find = (id: string) => messages.find((one) => one.id === id);

  const channel: Channel = {
    post: (_thread, said, nonce) =>
      meet(() => {
        const known = messages.find((one) => one.nonce === nonce && time.now() - one.at < nonceMs);
        if (known && !world.sabotage.hasNoNonces) return { id: known.id };
        lastId += 1;
        messages.push({ id: String(lastId), said, nonce, at: time.now() });
        return { id: String(lastId) };
      }),
    edit: (_thread, id, said) =>
      meet(() => {
        const message = find(id);
        if (!message) return 'deleted' as const;
        message.said = { ...said, files: said.files ?? message.said.files };
        return 'edited' as const;
      }),
    remove: (_thread, id) =>
      meet(() => {
        if (!find(id)) return 'deleted' as const;
        messages = messages.filter((one) => one.id !== id);
        return 'removed' as const;
      }),
    strip: (_thread, id) =>
      meet(() => {
        const message = find(id);
        if (!message) return 'deleted' as const;
        message.said = { ...message.said, components: [] };
        return 'edited' as const;
      }),
    async open() {
      if (closed !== 'archived' || !dice.chance(0.7)) return 'denied';
      closed = null;
      openUntil = time.now() + autoArchiveMs;
      return 'opened';
    },
    async listAfter(_thread, id) {
      await time.sleep(50);
      const after = messages.filter((one) => BigInt(one.id) > BigInt(id));
      return world.sabotage.hasNoNonces
        ? []
        : after.map((one) => ({ id: one.id, content: one.said.content }));
    },
  };
  return {
    channel,
    /** A moderator deletes the newest message. */
    deleteNewest() {
      messages = messages.slice(0, -1);
    },
    newest: () => JSON.stringify(messages.at(-1)?.said ?? {}),
    texts: () => messages.map(({ said }) => said.content),
    files: () =>
      messages.flatMap(({ said }) => (said.files ?? []).map(({ attachment }) => attachment.toString())),
  };
}
