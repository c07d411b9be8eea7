import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type ServerFrame, socketLimits } from '../../contract/events.js';
import { type Line, openLine } from './line.js';
import { type Held, isWanted, type Party } from './party.js';

/** A socket, open or about to be, that users share. */
export type Trunk = {
  parties: ReadonlySet<Party>;
  hasRoom(): boolean;
  add(party: Party): void;
  /** Ends the session on the socket; the socket itself with the last of them. */
  remove(party: Party): void;
  /** Has what is wanted of a party heard: at once on an open socket, else by opening one. */
  attend(party: Party): void;
  /** Asks for a conversation from where it stands. */
  ask(party: Party, held: Held): void;
  forget(conversationId: string): void;
};

const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const restMs = 60_000;
/** Full before the service says so. */
const room = 0.9;
const sessionCodes: ReadonlySet<string | undefined> = new Set(['unauthenticated', 'session_expired']);

const backOff = (failures: number): number =>
  Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));

/**
 * The socket is opened with the cookie of one of its users; the others are authenticated in it. It is opened anew with
 * growing jittered waits, and every conversation resumes behind its last handled `seq`.
 */
export function createTrunk(options: {
  url: string;
  clock: Clock;
  log: Log;
  jitter: () => number;
  closing: AbortSignal;
  /** The service takes one user a socket. */
  isAlone: boolean;
  /** Frames about conversations and rows. */
  onFrame: (frame: ServerFrame) => void;
  /** They cannot stay here: the socket is full, or the service takes one user a socket. */
  onMoved: (parties: readonly Party[], why: 'full' | 'alone') => void;
}): Trunk {
  const { url, clock, log, jitter, closing, isAlone, onFrame, onMoved } = options;
  const parties = new Set<Party>();
  let line: Line | null = null;
  let first: Party | null = null;
  let isRunning = false;
  let wake = new AbortController();

  const wanted = () => [...parties].filter((party) => isWanted(party, clock.now()));

  const freshCookie = async (party: Party): Promise<string | null> => {
    try {
      return await party.user.service.cookie(party.isStale);
    } catch (error) {
      log.info({ err: error }, 'a session cannot be used for events just now');
      party.restsUntil = clock.now() + restMs;
      return null;
    }
  };

  const ask = (party: Party, { subscription }: Held) => {
    const { conversationId: conversation_id, afterSeq } = subscription;
    const session = party === first ? {} : { session: party.name };
    if (party.state === 'in')
      line?.send({ type: 'subscribe', conversation_id, after_seq: afterSeq(), ...session });
  };

  const enter = (party: Party) => {
    party.state = 'in';
    party.isStale = false;
    for (const held of party.held.values()) ask(party, held);
  };

  const authenticate = async (party: Party) => {
    const asked = line;
    party.state = 'asked';
    const cookie = await freshCookie(party);
    if (asked !== line) return;
    if (cookie === null) party.state = 'out';
    else line?.send({ type: 'authenticate', session: party.name, cookie });
  };

  /** A session is not taken: once more with a fresh one, then not again for a while. */
  const refuse = (party: Party) => {
    if (party === first) first = null;
    for (const held of party.held.values()) held.isLive = false;
    party.state = 'out';
    if (party.isStale) party.restsUntil = clock.now() + restMs;
    else {
      party.isStale = true;
      void authenticate(party);
    }
  };

  const move = (leaving: readonly Party[], why: 'full' | 'alone') => {
    for (const party of leaving) {
      parties.delete(party);
      party.state = 'out';
    }
    onMoved(leaving, why);
  };

  const onRefused = ({ session, problem }: Extract<ServerFrame, { type: 'refused' }>) => {
    const party = [...parties].find(({ name }) => name === session);
    const asked = [...parties].filter(({ state }) => state === 'asked');
    if (party && sessionCodes.has(problem.code)) refuse(party);
    else if (party) move([party], 'full');
    else if (asked.length > 0) move(asked, 'alone');
  };

  const receive = (frame: ServerFrame) => {
    if (frame.type === 'authenticated' || frame.type === 'session_ended') {
      const party = [...parties].find(({ name }) => name === frame.session) ?? first;
      if (!party) return;
      if (frame.type === 'session_ended') refuse(party);
      else if (party.state === 'asked') enter(party);
    } else if (frame.type === 'refused' && frame.conversation_id === null) onRefused(frame);
    else onFrame(frame);
  };

  /** One life of the socket. */
  const connect = async (): Promise<'refused' | 'ended' | 'nobody'> => {
    for (const party of wanted()) {
      if (party.restsUntil > clock.now()) continue;
      const cookie = await freshCookie(party);
      if (cookie === null) continue;
      const onOpen = (opened: Line) => {
        line = opened;
        first = party;
        enter(party);
        for (const other of wanted()) if (other !== party) void authenticate(other);
      };
      const { isRefused } = await openLine({
        url,
        cookie,
        clock,
        log,
        signal: closing,
        onOpen,
        onFrame: receive,
      });
      if (isRefused && party.isStale) party.restsUntil = clock.now() + restMs;
      party.isStale = isRefused;
      return isRefused ? 'refused' : 'ended';
    }
    return 'nobody';
  };

  const lose = () => {
    line = null;
    first = null;
    for (const party of parties) {
      party.state = 'out';
      for (const held of party.held.values()) {
        held.isLive = false;
        held.inbox.clear();
      }
    }
  };

  const run = async () => {
    isRunning = true;
    let failures = 0;
    while (!closing.aborted && wanted().length > 0) {
      const startedAt = clock.now();
      wake = new AbortController();
      const ending = await connect();
      lose();
      failures = clock.now() - startedAt > slowestRetryMs ? 0 : failures + 1;
      if (ending === 'refused' && failures <= 1) continue;
      const signal = ending === 'nobody' ? AbortSignal.any([closing, wake.signal]) : closing;
      await clock.sleep(backOff(failures) * (0.5 + jitter() / 2), signal).catch(() => undefined);
    }
    isRunning = false;
  };

  return {
    parties,
    ask,
    hasRoom() {
      let conversations = 0;
      for (const { held } of parties) conversations += held.size;
      return (
        !isAlone &&
        parties.size < socketLimits.sessions * room &&
        conversations < socketLimits.conversations * room
      );
    },
    add: (party) => void parties.add(party),
    remove(party) {
      parties.delete(party);
      if (parties.size === 0) line?.cut();
      else if (party.state !== 'out' && party !== first)
        line?.send({ type: 'sign_off', session: party.name });
    },
    attend(party) {
      party.restsUntil = 0;
      if (line && party.state === 'out') void authenticate(party);
      wake.abort();
      if (!isRunning) void run();
    },
    forget: (conversationId) => line?.send({ type: 'unsubscribe', conversation_id: conversationId }),
  };
}
