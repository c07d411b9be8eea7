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
} as const;

const REPLAY_LIMIT = 5_000;

/** A bot's session: it outlives its socket, numbers its events and keeps them for a resume. */
export type Session = {
  id: string;
  botId: string;
  intents: number;
  attach(writer: FrameWriter): void;
  /** Forgets this writer, unless another socket has taken over. */
  detach(writer: FrameWriter): void;
  dispatch(name: string, payload: unknown): void;
  /** Sends what came after `sequence`; false when that is no longer known. */
  replay(sequence: number): boolean;
};

export function createSession(id: string, botId: string, intents: number): Session {
  let sequence = 0;
  let writer: FrameWriter | undefined;
  const kept: { sequence: number; frame: string }[] = [];
  return {
    id,
    botId,
    intents,
    attach: (next) => {
      writer = next;
    },
    detach: (gone) => {
      if (writer === gone) writer = undefined;
    },
    dispatch(name, payload) {
      sequence += 1;
      const frame = JSON.stringify({ op: Op.Dispatch, t: name, s: sequence, d: payload });
      kept.push({ sequence, frame });
      if (kept.length > REPLAY_LIMIT) kept.splice(0, REPLAY_LIMIT / 2);
      writer?.send(frame);
    },
    replay(from) {
      const oldest = kept[0]?.sequence ?? sequence + 1;
      if (from > sequence || from < oldest - 1) return false;
      for (const entry of kept) if (entry.sequence > from) writer?.send(entry.frame);
      return true;
    },
  };
}
