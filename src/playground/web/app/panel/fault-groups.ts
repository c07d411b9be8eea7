/** One press: the fault's name and body in the actor API, and what it does. */
export type Fault = { label: string; name: string; body?: Record<string, unknown>; does: string };
type Group = { title: string; faults: Fault[] };

/** Each of these can be limited to one bot. */
export const faultGroups: Group[] = [
  {
    title: 'Gateway',
    faults: [
      { label: 'Cut the socket', name: 'drop_gateway', does: 'The bot’s connection ends without a word' },
      { label: 'Ask to reconnect', name: 'reconnect', does: 'Op 7: the bot is told to come again' },
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
        does: 'As on a dead line',
      },
      { label: 'Acks again', name: 'heartbeat_acks', body: { withheld: false }, does: 'The line is well' },
    ],
  },
  {
    title: 'Gateway closed for good',
    faults: [
      ...[4004, 4010, 4011, 4012, 4013, 4014].map((code) => ({
        label: String(code),
        name: 'close_gateway',
        body: { code, lasting: true },
        does: `Closed with ${code}, now and at every login`,
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
        does: 'The same event two times',
      },
      { label: '2.5 s late', name: 'interactions', body: { delay_ms: 2_500 }, does: 'Half a second is left' },
      {
        label: '5 s late',
        name: 'interactions',
        body: { delay_ms: 5_000 },
        does: 'Its three seconds are over',
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
        does: 'Twenty requests get the page of a ban',
      },
      {
        label: '5 × slow',
        name: 'rest',
        body: { kind: 'slow', ms: 4_000, times: 5 },
        does: 'Four seconds an answer',
      },
      {
        label: 'Hang up before',
        name: 'rest',
        body: { kind: 'hang-up', after: false },
        does: 'Not done, not answered',
      },
      {
        label: 'Hang up after',
        name: 'rest',
        body: { kind: 'hang-up', after: true },
        does: 'Done, but not answered',
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
        does: 'Every route has to wait',
      },
    ],
  },
];

/** About the whole server; without a bot where the fault has none. */
export const serverFaults: Fault[] = [
  { label: 'Server unavailable', name: 'outage', does: 'An outage: bots and people are shut out' },
  { label: 'Server back', name: 'outage', body: { unavailable: false }, does: 'The outage is over' },
];

/** Done to the chosen bot. */
export const membershipFaults: Fault[] = [
  { label: 'Kick', name: 'kick', does: 'put out of the server' },
  { label: 'Ban', name: 'ban', does: 'put out for good' },
  { label: 'Unban', name: 'unban', does: 'may be invited again' },
  { label: 'Invite', name: 'invite', does: 'in the server again' },
  {
    label: 'Invite commands only',
    name: 'invite',
    body: { commands_only: true },
    does: 'its commands are there, the bot is not',
  },
];

export const threadFaults: Fault[] = [
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
