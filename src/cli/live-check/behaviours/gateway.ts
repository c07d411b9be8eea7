import type { Behaviour } from '../behaviour.js';
import { at, type Seen } from '../seen.js';
import { identify, named, op, resume, type Stage } from '../stage.js';

/** The code that a connection is closed with after it sent something wrong. */
async function closedAfter(stage: Stage, frame: object | string, identifies = false): Promise<Seen> {
  const gateway = identifies ? (await stage.begin()).gateway : await stage.connect();
  if (!identifies) await gateway.receive(op(10));
  gateway.send(frame);
  return gateway.closed;
}

export const gateway: readonly Behaviour[] = [
  {
    id: 'gateway.ready',
    says: 'READY has the session, the account and the servers, which arrive afterwards',
    expected: {
      v: 10,
      hasSession: true,
      hasAddress: true,
      isBot: true,
      application: true,
      isListed: true,
      channel: true,
    },
    async observe(stage) {
      const { gateway: line, ready, guild } = await stage.begin();
      line.close(1000);
      const listed = at(ready.d, 'guilds') as readonly Seen[];
      const channels = at(guild.d, 'channels') as readonly Seen[];
      return {
        v: at(ready.d, 'v'),
        hasSession: typeof at(ready.d, 'session_id') === 'string',
        hasAddress: /^wss?:/.test(String(at(ready.d, 'resume_gateway_url'))),
        isBot: at(ready.d, 'user.id') === stage.botId,
        application: at(ready.d, 'application.id') === stage.applicationId,
        isListed: listed.some((one) => at(one, 'id') === stage.guildId && at(one, 'unavailable') === true),
        channel: channels.some((one) => at(one, 'id') === stage.channelId),
      };
    },
  },
  {
    id: 'gateway.heartbeat',
    says: 'HELLO names the pause between heartbeats, and each is acknowledged, before and after READY',
    expected: { interval: true, acknowledged: 11 },
    async observe(stage) {
      const line = await stage.connect();
      const hello = await line.receive(op(10));
      line.send({ op: 1, d: null });
      const { op: acknowledged } = await line.receive(op(11));
      line.close(1000);
      const interval = Number(at(hello.d, 'heartbeat_interval'));
      return { interval: interval > 30_000 && interval < 60_000, acknowledged };
    },
  },
  {
    id: 'gateway.message',
    says: 'a message of the bot itself arrives as an event, with its server and its nonce',
    expected: { content: 'Heard', guild: true, isOwn: true, nonce: 'heard', hasMember: true },
    async observe(stage) {
      const { gateway: line } = await stage.begin();
      await stage.request('POST', stage.messages, { content: 'Heard', nonce: 'heard' });
      const { d } = await line.receive(
        (frame) => named('MESSAGE_CREATE')(frame) && at(frame.d, 'content') === 'Heard',
      );
      line.close(1000);
      return {
        content: at(d, 'content'),
        guild: at(d, 'guild_id') === stage.guildId,
        isOwn: at(d, 'author.id') === stage.botId,
        nonce: at(d, 'nonce'),
        hasMember: at(d, 'member') !== null,
      };
    },
  },
  {
    id: 'gateway.resume',
    says: 'a session that lost its connection resumes: missed events arrive in order, then RESUMED',
    expected: ['missed one', 'missed two', 'RESUMED'],
    async observe(stage) {
      const { gateway: first, ready, guild } = await stage.begin();
      first.drop();
      for (const content of ['missed one', 'missed two'])
        await stage.request('POST', stage.messages, { content });
      const second = await stage.connect();
      await second.receive(op(10));
      second.send(resume(stage.token, at(ready.d, 'session_id'), guild.s));
      const seen: Seen[] = [];
      while (seen.at(-1) !== 'RESUMED') {
        const frame = await second.receive(({ t }) => t === 'MESSAGE_CREATE' || t === 'RESUMED');
        seen.push(frame.t === 'RESUMED' ? 'RESUMED' : at(frame.d, 'content'));
      }
      second.close(1000);
      return seen;
    },
  },
  {
    id: 'gateway.resume_unknown',
    says: 'a session that Discord does not know is answered with op 9 false',
    expected: false,
    async observe(stage) {
      const line = await stage.connect();
      await line.receive(op(10));
      line.send(resume(stage.token, '0'.repeat(32), 1));
      const { d } = await line.receive(op(9));
      line.close(1000);
      return d as boolean;
    },
  },
  {
    id: 'gateway.closed',
    says: 'mistakes close the connection with a code of their own',
    expected: {
      notJson: 4002,
      unknownOpcode: 4003,
      notIdentified: 4003,
      wrongToken: 4004,
      wrongShard: 4010,
      wrongIntents: 4013,
    },
    // 4001 is documented for it as well: the connection has not identified, and the opcode does not exist.
    unspecified: ['unknownOpcode'],
    async observe(stage) {
      const { token } = stage;
      return {
        notJson: await closedAfter(stage, 'not json'),
        unknownOpcode: await closedAfter(stage, { op: 99, d: null }),
        notIdentified: await closedAfter(stage, {
          op: 3,
          d: { since: null, activities: [], status: 'online', afk: false },
        }),
        wrongToken: await closedAfter(stage, identify('wrong.token.here')),
        wrongShard: await closedAfter(stage, identify(token, { shard: [3, 2] })),
        wrongIntents: await closedAfter(stage, identify(token, { intents: 2 ** 30 })),
      };
    },
  },
  {
    id: 'gateway.twice',
    says: 'a connection that identifies twice is closed with 4005',
    expected: 4005,
    observe: async (stage) => closedAfter(stage, identify(stage.token), true),
  },
];
