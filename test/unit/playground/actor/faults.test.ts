import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../../../src/playground/actor/client.js';
import { openPlayground, type TestPlayground } from '../../../support/playground.js';

let playground: TestPlayground;
let mia: ActorPerson;

beforeAll(async () => {
  playground = await openPlayground();
  mia = playground.actor.as('mia').in('rigs');
});
afterAll(() => playground.close());
beforeEach(() => cause('clear'));

const cause = (name: string, body: object = {}) => playground.actor.discord.fault(name, body);
const active = () => playground.actor.discord.active();

describe('a fault over the actor API', () => {
  it('delays an interaction, once', async () => {
    await cause('interactions', { delay_ms: 10, bot: 'greeter' });
    expect(await active()).toEqual(['Interactions for Greeter: 10 ms late, 1 more']);
    expect(await mia.runs('/greet', { whom: 'Ada' })).toMatchObject({ state: 'answered' });
    expect(await active()).toEqual([]);
  });

  it('makes requests fail until cleared, hang, disconnect or meet a limit', async () => {
    await cause('rest', { kind: 'error', status: 503, method: 'GET', path: '/gateway', times: null });
    await cause('rest', { kind: 'slow', ms: 5, bot: 'Greeter' });
    await cause('rest', { kind: 'hang-up', after: true, path: '/users/@me' });
    await cause('rest', { kind: 'rate-limit', scope: 'shared', retry_after_ms: 20 });
    expect(await active()).toHaveLength(4);
    const { status } = await fetch(`${playground.discord.api}/v10/gateway`);
    expect(status).toBe(503);
    expect(await active()).toHaveLength(4);
    await cause('clear');
    expect(await active()).toEqual([]);
    expect((await fetch(`${playground.discord.api}/v10/gateway`)).status).toBe(200);
  });

  it('deletes a message by id and removes a permission in a channel by name', async () => {
    const { message_id } = await mia.runs('/greet', { whom: 'Bo' });
    await cause('delete_message', { channel: '#rigs', message: message_id });
    expect((await mia.messages()).some(({ id }) => id === message_id)).toBe(false);
    await cause('permission', { permission: 'SendMessages', allowed: false, channel: 'rigs' });
    expect(await active()).toEqual(['Greeter lacks SendMessages in #rigs.']);
    await cause('permission', { permission: 'SendMessages', allowed: true, channel: 'rigs', bot: 'Greeter' });
    expect(await active()).toEqual([]);
    await cause('heartbeat_acks', { withheld: true });
    expect(await active()).toEqual(['Heartbeats of every bot stay unanswered.']);
  });

  it('kicks the only bot and a person by name, and clear restores both', async () => {
    await cause('kick');
    await cause('ban', { who: 'sam' });
    expect(await active()).toEqual([
      'Greeter is not in Rigsmith Playground.',
      'Sam is banned from Rigsmith Playground.',
    ]);
    await cause('invite', { who: 'Greeter', commands_only: true });
    expect(await active()).toContain('Greeter is not in Rigsmith Playground, only its commands are.');
    await cause('clear');
    expect(await active()).toEqual([]);
    expect(await mia.runs('/greet', { whom: 'Cy' })).toMatchObject({ state: 'answered' });
  });

  it('locks a thread by name, makes the server unavailable, and closes the gateway permanently', async () => {
    await mia.startsThread('quiet');
    await cause('thread', { thread: 'quiet', locked: true });
    expect((await mia.channels()).find(({ name }) => name === 'quiet')).toMatchObject({ locked: true });
    await cause('outage');
    await expect(mia.posts('hello?')).rejects.toThrow('The server is unavailable.');
    await cause('close_gateway', { code: 4004, lasting: true, bot: 'Greeter' });
    await cause('withhold_ready', { bot: 'Greeter' });
    await cause('rest', { kind: 'refusal', code: 50013, times: 2 });
    await cause('rest', { kind: 'ban' });
    expect(await active()).toEqual([
      'The gateway closes on Greeter with 4004.',
      'READY of Greeter is withheld.',
      'Requests *: refused with 50013, 2 more',
      'Requests *: ban page, 1 more',
      'Rigsmith Playground is unavailable.',
    ]);
  });

  it('deletes a channel by name', async () => {
    await cause('delete_channel', { channel: 'agent' });
    expect((await mia.channels()).map(({ name }) => name)).not.toContain('agent');
  });

  it.each([
    ['earthquake', {}, 404, 'Unknown fault "earthquake". Faults: drop_gateway,'],
    ['drop_gateway', { bot: 'Stranger' }, 404, 'Unknown bot "Stranger". Bots: Greeter.'],
    ['drop_gateway', { when: 'now' }, 400, 'Unrecognized key: "when"'],
    ['heartbeat_acks', {}, 400, 'withheld: '],
    ['interactions', {}, 400, 'Set duplicated, or a delay of at least 1 ms.'],
    ['interactions', { duplicated: true, times: 0 }, 400, 'times: '],
    ['rest', { kind: 'error', status: 404 }, 400, 'status: '],
    ['rest', { kind: 'flood' }, 400, 'kind: '],
    ['rest', { kind: 'slow', ms: 1, retry_after_ms: 1 }, 400, 'Unrecognized key: "retry_after_ms"'],
    ['delete_message', { channel: 'attic', message: '1' }, 404, 'No channel is named "attic".'],
    ['delete_message', { channel: 'rigs', message: '1' }, 400, ' has no message 1.'],
    ['delete_channel', { channel: '123' }, 400, 'Unknown channel 123.'],
    ['permission', { permission: 'Fly', allowed: false }, 400, 'Unknown permission "Fly".'],
    ['kick', { who: 'stranger' }, 404, 'Unknown bot "stranger".'],
    ['kick', { who: 'olga' }, 400, 'The owner cannot be kicked or banned.'],
    ['unban', { who: 'mia' }, 400, 'That user is not banned.'],
    ['thread', { thread: 'attic', locked: true }, 404, 'No channel is named "attic".'],
    ['thread', { thread: 'rigs', locked: true }, 400, 'Unknown thread '],
    ['close_gateway', { code: 1000 }, 400, 'The close code must be from 4000 to 4999.'],
    ['rest', { kind: 'refusal', code: 7 }, 400, 'knows no refusal with the code 7'],
    ['clear', { all: true }, 400, 'Unrecognized key: "all"'],
  ])('%s with %j is refused in one sentence and changes nothing', async (name, body, status, sentence) => {
    await expect(cause(name, body)).rejects.toMatchObject({
      status,
      message: expect.stringContaining(sentence),
    });
    expect(await active()).toEqual([]);
  });
});
