/** One button: the fault's name and body in the actor API, and its effect. */
export type FaultSwitch = { label: string; name: string; body?: Record<string, unknown>; does: string };
type Group = { title: string; faults: FaultSwitch[] };

/** Faults that can be limited to one bot. */
export const faultGroups: Group[] = [
  {
    title: 'Gateway',
    faults: [
      {
        label: 'Cut the socket',
        name: 'drop_gateway',
        does: 'The bot’s connection drops without a close frame',
      },
      { label: 'Ask to reconnect', name: 'reconnect', does: 'Op 7: the bot is asked to reconnect' },
      {
        label: 'Session lost, resumable',
        name: 'invalid_session',
        body: { resumable: true },
        does: 'Op 9 true',
      },
      {
        label: 'Session lost for good',
        name: 'invalid_session',
        body: { resumable: false },
        does: 'Op 9 false',
      },
      {
        label: 'No heartbeat acks',
        name: 'heartbeat_acks',
        body: { withheld: true },
        does: 'Heartbeats get no answer, as on a dead connection',
      },
      {
        label: 'Acks again',
        name: 'heartbeat_acks',
        body: { withheld: false },
        does: 'Heartbeats are answered again',
      },
    ],
  },
  {
    title: 'Gateway closed for good',
    faults: [
      ...[4004, 4010, 4011, 4012, 4013, 4014].map((code) => ({
        label: String(code),
        name: 'close_gateway',
        body: { code, lasting: true },
        does: `Closes with ${code} now and at every login`,
      })),
      { label: 'Token reset', name: 'revoke_token', does: '4004 and 401 until cleared' },
      { label: 'No READY', name: 'withhold_ready', does: 'A login is never answered' },
    ],
  },
  {
    title: 'The next interaction',
    faults: [
      {
        label: 'Arrives twice',
        name: 'interactions',
        body: { duplicated: true },
        does: 'The same event is sent twice',
      },
      {
        label: '2.5 s late',
        name: 'interactions',
        body: { delay_ms: 2_500 },
        does: 'Half a second left to answer',
      },
      {
        label: '5 s late',
        name: 'interactions',
        body: { delay_ms: 5_000 },
        does: 'Arrives after its three seconds',
      },
    ],
  },
  {
    title: 'The next requests',
    faults: [
      {
        label: '5 × 500',
        name: 'rest',
        body: { kind: 'error', status: 500, times: 5 },
        does: 'Internal server error',
      },
      {
        label: '5 × 503',
        name: 'rest',
        body: { kind: 'error', status: 503, times: 5 },
        does: 'Service unavailable',
      },
      {
        label: '5 × no permission',
        name: 'rest',
        body: { kind: 'refusal', code: 50013, times: 5 },
        does: 'Missing Permissions',
      },
      {
        label: 'Banned address',
        name: 'rest',
        body: { kind: 'ban', times: 20 },
        does: 'Twenty requests get the ban page',
      },
      {
        label: '5 × slow',
        name: 'rest',
        body: { kind: 'slow', ms: 4_000, times: 5 },
        does: 'Answers take four seconds',
      },
      {
        label: 'Hang up before',
        name: 'rest',
        body: { kind: 'hang-up', after: false },
        does: 'No effect and no answer',
      },
      {
        label: 'Hang up after',
        name: 'rest',
        body: { kind: 'hang-up', after: true },
        does: 'Takes effect, but gets no answer',
      },
      {
        label: '429 storm',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'user', retry_after_ms: 1_500, times: 10 },
        does: 'Ten requests are told to wait 1.5 s',
      },
      {
        label: '429 global',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'global', retry_after_ms: 3_000, times: 3 },
        does: 'Every route is limited',
      },
    ],
  },
];

/** Faults of the whole server. */
export const serverFaults: FaultSwitch[] = [
  { label: 'Server unavailable', name: 'outage', does: 'Outage: neither bots nor people can use it' },
  { label: 'Server back', name: 'outage', body: { unavailable: false }, does: 'The outage is over' },
];

/** Actions on the chosen bot. */
export const membershipFaults: FaultSwitch[] = [
  { label: 'Kick', name: 'kick', does: 'removed from the server' },
  { label: 'Ban', name: 'ban', does: 'banned from the server' },
  { label: 'Unban', name: 'unban', does: 'may be invited again' },
  { label: 'Invite', name: 'invite', does: 'back in the server' },
  {
    label: 'Invite commands only',
    name: 'invite',
    body: { commands_only: true },
    does: 'its commands are installed without the bot',
  },
];

export const threadFaults: FaultSwitch[] = [
  { label: 'Lock', name: 'thread', body: { locked: true }, does: 'locked by a moderator' },
  { label: 'Unlock', name: 'thread', body: { locked: false }, does: 'unlocked' },
  { label: 'Archive', name: 'thread', body: { archived: true }, does: 'archived by a moderator' },
  {
    label: 'Archive and lock',
    name: 'thread',
    body: { archived: true, locked: true },
    does: 'archived and locked by a moderator',
  },
];

export const permissions = [
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'SendMessagesInThreads',
  'CreatePublicThreads',
];
