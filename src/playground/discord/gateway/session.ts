import type { JsonObject } from '../types.js';
import type { FrameWriter } from './codec.js';

/** @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway */
export const Op = {
  Dispatch: 0,
  Heartbeat: 1,
  Identify: 2,
  PresenceUpdate: 3,
  VoiceStateUpdate: 4,
  Resume: 6,
  Reconnect: 7,
  RequestGuildMembers: 8,
  InvalidSession: 9,
  Hello: 10,
  HeartbeatAck: 11,
  RequestSoundboardSounds: 31,
} as const;

const CHARACTERS_KEPT = 16 * 1024 * 1024;

/** A bot's session. It outlives its socket, numbers its events and keeps them for a resume. */
export type Session = {
  id: string;
  botId: string;
  intents: number;
  /** Whether this shard receives the events of a guild; null is for direct messages. */
  covers(guildId: string | null): boolean;
  attach(writer: FrameWriter): void;
  /** Detaches this writer; false when another socket has replaced it. */
  detach(writer: FrameWriter): boolean;
  dispatch(name: string, payload: JsonObject): void;
  /** Like `dispatch`, for a payload that is already JSON. */
  dispatchText(name: string, json: string): void;
  /** Sends the events after `sequence`, unless it is ahead of the session or too old to replay. */
  replay(sequence: number): 'sent' | 'ahead' | 'forgotten';
};

type Fields = Pick<Session, 'id' | 'botId' | 'intents' | 'covers'>;

export function createSession(fields: Fields, eventsKept: number): Session {
  let sequence = 0;
  let writer: FrameWriter | undefined;
  const kept = createReplay(eventsKept);

  const dispatchText = (name: string, json: string): void => {
    sequence += 1;
    const frame = `{"op":${Op.Dispatch},"t":"${name}","s":${sequence},"d":${json}}`;
    kept.add(frame);
    writer?.send(frame);
  };

  return {
    ...fields,
    attach: (next) => {
      writer = next;
    },
    detach(gone) {
      if (writer !== gone) return false;
      writer = undefined;
      return true;
    },
    dispatch: (name, payload) => dispatchText(name, JSON.stringify(payload)),
    dispatchText,
    replay(from) {
      if (from > sequence) return 'ahead';
      const missed = sequence - from;
      const frames = kept.last(missed);
      if (frames.length < missed) return 'forgotten';
      for (const frame of frames) writer?.send(frame);
      return 'sent';
    },
  };
}

/** Keeps the newest frames, limited by count and by total length. */
function createReplay(most: number): { add(frame: string): void; last(count: number): string[] } {
  let frames: string[] = [];
  let start = 0;
  let characters = 0;
  return {
    add(frame) {
      frames.push(frame);
      characters += frame.length;
      while (frames.length - start > most || characters > CHARACTERS_KEPT) {
        characters -= frames[start]!.length;
        frames[start] = '';
        start += 1;
      }
      if (start * 2 <= frames.length) return;
      frames = frames.slice(start);
      start = 0;
    },
    last: (count) => (count <= 0 ? [] : frames.slice(Math.max(start, frames.length - count))),
  };
}
