import assert from 'node:assert/strict';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted } from './expect.js';

const inRigs = ({ ids }: Stage) => `/channels/${ids.channels.rigs}/messages`;

/** The stage's bot sends once through discord.js while its next requests fail. */
async function sendsThrough(stage: Stage, fault: object): Promise<{ id: string; statuses: number[] }> {
  const bot = stage.client.user.id;
  const statuses: number[] = [];
  const listen = (_request: unknown, { status }: { status: number }) => void statuses.push(status);
  stage.client.rest.on('response', listen);
  try {
    await stage.fault('rest', { method: 'POST', path: '/channels/*/messages', bot, ...fault });
    const { id } = await (await stage.channel('rigs')).send('Through the storm.');
    return { id, statuses };
  } finally {
    stage.client.rest.off('response', listen);
  }
}

const storm = (name: string, fault: object, expected: number[]): Behaviour => ({
  name,
  async run(stage) {
    const { id, statuses } = await sendsThrough(stage, fault);
    assert.deepEqual(statuses, expected);
    assert.equal((await stage.find(stage.mia, id))?.content, 'Through the storm.');
  },
});

const again = { retry_after_ms: 50 };

export const faults: Behaviour[] = [
  storm('a 500 is tried again by discord.js', { kind: 'error', status: 500 }, [500, 200]),
  storm(
    'two 502 from the proxy, with a page for a body, are tried again',
    { kind: 'error', status: 502, times: 2 },
    [502, 502, 200],
  ),
  storm(
    'a 429 of the bucket is waited for without an error',
    { kind: 'rate-limit', scope: 'user', ...again },
    [429, 200],
  ),
  storm(
    'a global 429 is waited for without an error',
    { kind: 'rate-limit', scope: 'global', ...again },
    [429, 200],
  ),
  storm(
    'a shared 429 is waited for without an error',
    { kind: 'rate-limit', scope: 'shared', ...again },
    [429, 200],
  ),
  {
    name: 'a global 429 has Discord’s body and headers',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', {
        kind: 'rate-limit',
        scope: 'global',
        retry_after_ms: 1_500,
        bot: bot.account.userId,
      });
      const { status, headers, body } = await bot.request('GET', '/users/@me');
      assert.deepEqual([status, body.global, body.retry_after], [429, true, 1.5]);
      assert.deepEqual([headers.get('x-ratelimit-global'), headers.get('retry-after')], ['true', '2']);
      accepted(await bot.request('GET', '/users/@me'));
    },
  },
  {
    name: 'a slow answer comes late but comes',
    async run(stage) {
      const bot = await stage.freshBot();
      const fault = await stage.fault('rest', { kind: 'slow', ms: 300, bot: bot.account.userId });
      let isDone = false;
      const slow = bot.request('POST', inRigs(stage), { content: 'Late.' }).finally(() => {
        isDone = true;
      });
      await fault.taken();
      assert.equal(isDone, false);
      await stage.passTime(300);
      accepted(await slow);
    },
  },
  {
    name: 'a line that breaks after the effect: the same enforced nonce finds the message and sends none',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', { kind: 'hang-up', after: true, bot: bot.account.userId });
      const body = {
        content: 'Just once.',
        nonce: `once-${bot.account.userId.slice(-8)}`,
        enforce_nonce: true,
      };
      const send = () => bot.request('POST', inRigs(stage), body);
      await assert.rejects(send());
      const second = accepted(await send());
      const copies = (await stage.mia.messages()).filter(({ author }) => author.id === bot.account.userId);
      assert.deepEqual(
        copies.map(({ id }) => id),
        [second.id],
      );
    },
  },
  {
    name: 'a line that breaks before the effect leaves nothing behind',
    async run(stage) {
      const bot = await stage.freshBot();
      await stage.fault('rest', { kind: 'hang-up', bot: bot.account.userId });
      await assert.rejects(bot.request('POST', inRigs(stage), { content: 'Lost.' }));
      const left = (await stage.mia.messages()).filter(({ author }) => author.id === bot.account.userId);
      assert.deepEqual(left, []);
    },
  },
];
