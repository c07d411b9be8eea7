import { plainWord } from './values.js';

/** Kinds of agent events. */
export type EventKind = 'progress' | 'response' | 'complete' | 'error';

const names: Readonly<Record<EventKind, readonly string[]>> = {
  response: [
    'agentresponse',
    'response',
    'agentmessage',
    'message',
    'delta',
    'agentdelta',
    'chunk',
    'token',
    'agentresponsedelta',
    'assistantmessage',
    'contentblockdelta',
    'messagedelta',
    'responseoutputtextdelta',
    'agenttoken',
    'agentchunk',
  ],
  progress: [
    'agentprogress',
    'progress',
    'status',
    'agentstatus',
    'thinking',
    'agentthinking',
    'toolcall',
    'step',
    'agentstep',
    'typing',
  ],
  complete: [
    'agentcomplete',
    'agentcompleted',
    'complete',
    'completed',
    'done',
    'agentdone',
    'end',
    'finished',
    'agentfinished',
    'messagestop',
    'responsecompleted',
    'runcompleted',
    'final',
    'agentend',
  ],
  error: ['agenterror', 'error', 'failed', 'agentfailed', 'agentfailure', 'runfailed'],
};
const kinds = new Map(
  Object.entries(names).flatMap(([kind, list]) => list.map((name) => [name, kind as EventKind] as const)),
);
/** Names in the specification. */
export const specified = new Set(['agentresponse', 'agentprogress', 'agentcomplete', 'agenterror']);
/** Frames that are not about an answer. */
export const quiet = new Set([
  'ping',
  'pong',
  'hello',
  'welcome',
  'connected',
  'ready',
  'ack',
  'ok',
  'subscribed',
  'subscribe',
  'unsubscribed',
  'heartbeat',
  'keepalive',
  'authenticated',
  'joined',
  'presence',
  'info',
  'connectionack',
  'subscriptionsucceeded',
  'confirmsubscription',
]);
/** Frames that report that our frame was refused. */
export const refusing = new Set([
  'error',
  'refused',
  'unauthorized',
  'forbidden',
  'invalid',
  'rejected',
  'rejectsubscription',
  'nack',
]);

/** `agent.response`, `agent:response` and `conversation/agent_response` are the same. */
export function eventKindOf(word: unknown): EventKind | undefined {
  if (typeof word !== 'string') return undefined;
  const plain = plainWord(word);
  if (kinds.has(plain)) return kinds.get(plain);
  const ending = plainWord(word.split(/[/]|::/).at(-1));
  if (kinds.has(ending)) return kinds.get(ending);
  for (const one of specified) if (plain.endsWith(one)) return kinds.get(one);
  return undefined;
}
