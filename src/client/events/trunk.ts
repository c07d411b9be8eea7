import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type ServerFrame, socketLimits } from '../../contract/events.js';
import type { ReadFrame } from '../../contract/read/index.js';
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
/** How long a service may take to answer a frame before it counts as not knowing it. */
const answerMs = 3_000;
/** Where there is no WebSocket, it is looked for again after this time. */
const absentMs = 10 * 60_000;
/** Full before the service says so. */
const room = 0.9;
const sessionCodes: ReadonlySet<string | undefined> = new Set(['unauthenticated', 'session_expired']);

const backOff = (failures: number): number =>
  Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));

/** What was learned about the sockets of a service. */
export type SocketHabits = {
  /** It has taken an `authenticate` frame. */
  hasAuthenticated: boolean;
  /** It has confirmed a subscription. */
  hasAcked: boolean;
};

/** A subscription in the forms services want it, for one that has not confirmed ours. */
const anySubscription = (id: string, afterSeq: number) => ({
  type: 'subscribe',
  action: 'subscribe',
  event: 'subscribe',
  conversation_id: id,
  conversationId: id,
  channel: `conversation:${id}`,
  after_seq: afterSeq,
  data: { conversation_id: id },
});

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
  /** Anything else the socket says, with the users it may be about. */
  onOther: (read: Exclude<ReadFrame, { kind: 'frame' }>, parties: ReadonlySet<Party>) => void;
  habits: SocketHabits;
  /** Whether there is a WebSocket at that address. */
  onFound: (isThere: boolean) => void;
  /** They cannot stay here: the socket is full, or the service takes one user a socket. */
  onMoved: (parties: readonly Party[], why: 'full' | 'alone') => void;
}): Trunk {
  const { url, clock, log, jitter, closing, isAlone, habits, onFrame, onOther, onFound, onMoved } = options;
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

  const ask = (party: Party, held: Held) => {
    const { conversationId: conversation_id, afterSeq } = held.subscription;
    const session = party === first ? {} : { session: party.name };
    if (party.state !== 'in') return;
    held.askedAt = clock.now();
    line?.send({ type: 'subscribe', conversation_id, after_seq: afterSeq(), ...session });
    if (!habits.hasAcked) void insist(party, conversation_id, afterSeq);
  };

  /** A service that has not confirmed our subscription may want it in another form. */
  const insist = async (party: Party, id: string, afterSeq: () => number) => {
    const asked = line;
    await clock.sleep(answerMs, closing).catch(() => undefined);
    if (closing.aborted || asked !== line || habits.hasAcked) return;
    await asked?.settle();
    const held = party.held.get(id);
    if (asked !== line || habits.hasAcked || !held || held.isLive) return;
    held.askedAt = clock.now();
    line?.send(anySubscription(id, afterSeq()));
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
    else {
      line?.send({ type: 'authenticate', session: party.name, cookie });
      if (!habits.hasAuthenticated) void doubt(party);
    }
  };

  /** A service that does not answer `authenticate` does not know it: each user gets a socket. */
  const doubt = async (party: Party) => {
    const asked = line;
    await clock.sleep(answerMs, closing).catch(() => undefined);
    await asked?.settle();
    const isUnanswered = asked === line && line !== null && party.state === 'asked' && parties.has(party);
    if (!closing.aborted && isUnanswered && !habits.hasAuthenticated) move([party], 'alone');
  };

  const waiting = () => [...parties].filter(({ state }) => state === 'asked');

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

  const receive = (read: ReadFrame) => {
    if (read.kind !== 'frame') {
      const isAboutUs = read.kind === 'refusal' && read.conversationId === null && !habits.hasAuthenticated;
      if (isAboutUs && waiting().length > 0) move(waiting(), 'alone');
      else onOther(read, parties);
      return;
    }
    const { frame } = read;
    if (frame.type === 'authenticated') habits.hasAuthenticated = true;
    if (frame.type === 'authenticated' || frame.type === 'session_ended') {
      const party = [...parties].find(({ name }) => name === frame.session) ?? first;
      if (!party) return;
      if (frame.type === 'session_ended') refuse(party);
      else if (party.state === 'asked') enter(party);
    } else if (frame.type === 'refused' && frame.conversation_id === null) onRefused(frame);
    else onFrame(frame);
  };

  /** One life of the socket. */
  const connect = async (): Promise<'refused' | 'ended' | 'nobody' | 'absent'> => {
    for (const party of wanted()) {
      if (party.restsUntil > clock.now()) continue;
      const cookie = await freshCookie(party);
      if (cookie === null) continue;
      const onOpen = (opened: Line) => {
        line = opened;
        first = party;
        onFound(true);
        enter(party);
        for (const other of wanted()) if (other !== party) void authenticate(other);
      };
      const { isRefused, isAbsent } = await openLine({
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
      if (isAbsent) return 'absent';
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
        held.isAcked = false;
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
      const unanswered = habits.hasAuthenticated ? [] : waiting();
      lose();
      if (unanswered.length > 0 && ending === 'ended') move(unanswered, 'alone');
      if (ending === 'absent') {
        onFound(false);
        await clock.sleep(absentMs, closing).catch(() => undefined);
        continue;
      }
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
