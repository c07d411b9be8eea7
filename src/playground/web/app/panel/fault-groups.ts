/** One press: the fault's name and body in the actor API, and what it does. */
export type Fault = { label: string; name: string; body?: Record<string, unknown>; does: string };
type Group = { title: string; faults: Fault[] };

/** Everything but `permission` and the removals can be limited to one bot. */
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

export const permissions = [
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'SendMessagesInThreads',
  'CreatePublicThreads',
];
