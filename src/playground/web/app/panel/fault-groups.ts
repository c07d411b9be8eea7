import type { TextKey, Translate } from '../copy/texts.js';

type GroupText = Extract<TextKey, `playground.faults.group.${string}`>;
/** The text of a button; that of its effect ends with `.hint`. */
type FaultText = Exclude<Extract<TextKey, `playground.faults.${string}`>, `${string}.hint` | GroupText>;

/** One button: the fault's name and body in the actor API, and its text or close code. */
export type FaultSwitch = { name: string; body?: Record<string, unknown> } & (
  | { text: FaultText }
  | { code: number }
);
type Group = { title: GroupText; faults: FaultSwitch[] };

export const labelOf = (t: Translate, fault: FaultSwitch): string =>
  'code' in fault ? String(fault.code) : t(fault.text);

/** The effect of a fault. */
export const hintOf = (t: Translate, fault: FaultSwitch): string =>
  'code' in fault ? t('playground.fault_panel.close', { code: fault.code }) : t(`${fault.text}.hint`);

/** Faults that can be limited to one bot. */
export const faultGroups: Group[] = [
  {
    title: 'playground.faults.group.gateway',
    faults: [
      {
        text: 'playground.faults.cut_the_socket',
        name: 'drop_gateway',
      },
      { text: 'playground.faults.ask_to_reconnect', name: 'reconnect' },
      {
        text: 'playground.faults.session_lost_resumable',
        name: 'invalid_session',
        body: { resumable: true },
      },
      {
        text: 'playground.faults.session_lost_for_good',
        name: 'invalid_session',
        body: { resumable: false },
      },
      {
        text: 'playground.faults.no_heartbeat_acks',
        name: 'heartbeat_acks',
        body: { withheld: true },
      },
      {
        text: 'playground.faults.acks_again',
        name: 'heartbeat_acks',
        body: { withheld: false },
      },
    ],
  },
  {
    title: 'playground.faults.group.gateway_closed_for_good',
    faults: [
      ...[4004, 4010, 4011, 4012, 4013, 4014].map((code) => ({
        code,
        name: 'close_gateway',
        body: { code, lasting: true },
      })),
      { text: 'playground.faults.token_reset', name: 'revoke_token' },
      { text: 'playground.faults.no_ready', name: 'withhold_ready' },
    ],
  },
  {
    title: 'playground.faults.group.the_next_interaction',
    faults: [
      {
        text: 'playground.faults.arrives_twice',
        name: 'interactions',
        body: { duplicated: true },
      },
      {
        text: 'playground.faults.2_5_s_late',
        name: 'interactions',
        body: { delay_ms: 2_500 },
      },
      {
        text: 'playground.faults.5_s_late',
        name: 'interactions',
        body: { delay_ms: 5_000 },
      },
    ],
  },
  {
    title: 'playground.faults.group.the_next_requests',
    faults: [
      {
        text: 'playground.faults.5_x_500',
        name: 'rest',
        body: { kind: 'error', status: 500, times: 5 },
      },
      {
        text: 'playground.faults.5_x_503',
        name: 'rest',
        body: { kind: 'error', status: 503, times: 5 },
      },
      {
        text: 'playground.faults.5_x_no_permission',
        name: 'rest',
        body: { kind: 'refusal', code: 50013, times: 5 },
      },
      {
        text: 'playground.faults.banned_address',
        name: 'rest',
        body: { kind: 'ban', times: 20 },
      },
      {
        text: 'playground.faults.5_x_slow',
        name: 'rest',
        body: { kind: 'slow', ms: 4_000, times: 5 },
      },
      {
        text: 'playground.faults.hang_up_before',
        name: 'rest',
        body: { kind: 'hang-up', after: false },
      },
      {
        text: 'playground.faults.hang_up_after',
        name: 'rest',
        body: { kind: 'hang-up', after: true },
      },
      {
        text: 'playground.faults.429_storm',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'user', retry_after_ms: 1_500, times: 10 },
      },
      {
        text: 'playground.faults.429_global',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'global', retry_after_ms: 3_000, times: 3 },
      },
    ],
  },
];

/** Faults of the whole server. */
export const serverFaults: FaultSwitch[] = [
  { text: 'playground.faults.server_unavailable', name: 'outage' },
  { text: 'playground.faults.server_back', name: 'outage', body: { unavailable: false } },
];

/** Actions on the chosen bot. */
export const membershipFaults: FaultSwitch[] = [
  { text: 'playground.faults.kick', name: 'kick' },
  { text: 'playground.faults.ban', name: 'ban' },
  { text: 'playground.faults.unban', name: 'unban' },
  { text: 'playground.faults.invite', name: 'invite' },
  {
    text: 'playground.faults.invite_commands_only',
    name: 'invite',
    body: { commands_only: true },
  },
];

export const threadFaults: FaultSwitch[] = [
  { text: 'playground.faults.lock', name: 'thread', body: { locked: true } },
  { text: 'playground.faults.unlock', name: 'thread', body: { locked: false } },
  { text: 'playground.faults.archive', name: 'thread', body: { archived: true } },
  {
    text: 'playground.faults.archive_and_lock',
    name: 'thread',
    body: { archived: true, locked: true },
  },
];

export const permissions = [
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'SendMessagesInThreads',
  'CreatePublicThreads',
];
