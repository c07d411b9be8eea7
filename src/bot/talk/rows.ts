import type { KeptTalk, Payer, Speakers, Talk } from './talk.js';
import { emptyView, type TalkView } from './view.js';

/** A database row of a conversation. */
export type TalkRow = {
  thread_id: string;
  guild_id: string;
  conversation_id: string;
  member_id: string;
  run_id: string | null;
  last_seq: number;
  last_heard: string;
  view: string;
  quiet: number;
  trouble: Talk['trouble'];
  asked: string | null;
  /** Idle: open, but not followed until someone writes there. */
  state: 'open' | 'idle' | 'ended';
  title: string;
  channel_id: string;
  locale: string | null;
  upload_limit: number;
  speakers: Speakers;
  payer: Payer;
  updated_at: number;
};

export const read = (row: TalkRow): KeptTalk => ({
  threadId: row.thread_id,
  guildId: row.guild_id,
  conversationId: row.conversation_id,
  memberId: row.member_id,
  runId: row.run_id,
  lastSeq: row.last_seq,
  lastHeard: row.last_heard,
  view: { ...emptyView, ...(JSON.parse(row.view) as Partial<TalkView>) },
  isQuiet: row.quiet === 1,
  trouble: row.trouble,
  title: row.title,
  channelId: row.channel_id,
  locale: row.locale,
  uploadLimit: row.upload_limit,
  speakers: row.speakers,
  payer: row.payer,
  isOpen: row.state !== 'ended',
  isIdle: row.state === 'idle',
  updatedAt: row.updated_at,
});

/** The initial state of a thread that continues a conversation. */
export const movedView = ({ view: { runId, over } }: Talk): TalkView => ({
  ...emptyView,
  over: runId === null ? over : [runId, ...over],
});

/** The smallest snowflake for a time. @see https://discord.com/developers/docs/reference#snowflakes */
export const snowflakeAt = (now: number): string => String((BigInt(now) - 1_420_070_400_000n) << 22n);
