import type { FinishReason } from '../agents.js';
import type { IntentStatus } from '../payments.js';
import type { GenerationStatus } from '../rig.js';
import { plainWord } from './values.js';

/** Status words of other services by our own status. Compared without case and separators. */

const intentWords: Readonly<Record<IntentStatus, string>> = {
  requires_payment:
    'requirespayment created new open unpaid pending waiting initiated initialized active draft awaiting awaitingpayment pendingpayment requiresaction requirespaymentmethod requiresconfirmation waitingforpayment waitingpayment awaitingtransfer waitingfortransfer awaitingdeposit notpaid',
  processing:
    'processing confirming inprogress submitted verifying detected seen received pendingconfirmation awaitingconfirmation onchain broadcast unconfirmed',
  partially_paid: 'partiallypaid partial underpaid partpaid insufficient',
  succeeded:
    'succeeded success successful paid complete completed done confirmed settled credited fulfilled finalized captured approved',
  expired: 'expired timeout timedout lapsed overdue',
  requires_review: 'requiresreview review inreview underreview manualreview onhold disputed overpaid',
  refunded: 'refunded returned reversed chargedback',
  canceled: 'canceled cancelled voided abandoned aborted failed failure error rejected declined invalid',
};

const generationWords: Readonly<Record<GenerationStatus, string>> = {
  queued:
    'queued pending created new waiting submitted accepted scheduled starting initialized notstarted inqueue waitingtorun waitingforactivation',
  running: 'running processing inprogress started working active generating rigging rendering executing busy',
  succeeded: 'succeeded success successful complete completed done finished ready ok rantocompletion',
  failed: 'failed failure error errored rejected timeout timedout expired crashed faulted terminated',
  canceled: 'canceled cancelled aborted stopped revoked deleted',
};

export type ConversationStatus = 'idle' | 'running' | 'closed';
const conversationWords: Readonly<Record<ConversationStatus, string>> = {
  idle: 'idle active open ready new created waiting completed complete done failed error ended succeeded',
  running:
    'running processing inprogress busy streaming pending queued responding answering generating thinking working',
  closed: 'closed archived deleted finished inactive',
};

export type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'canceled';
const runWords: Readonly<Record<RunStatus, string>> = {
  queued: 'queued pending created new accepted submitted waiting sent received',
  running: 'running processing inprogress started streaming working partial incomplete generating',
  completed: 'completed complete done succeeded success finished ended final delivered ok',
  failed: 'failed failure error errored rejected',
  canceled: 'canceled cancelled aborted stopped interrupted',
};

const finishWords: Readonly<Record<FinishReason, string>> = {
  stop: 'stop endturn stopsequence complete completed done finished success succeeded eos natural toolcalls tooluse functioncall contentfilter',
  length: 'length maxtokens maxoutputtokens maxlength tokenlimit truncated limit',
  canceled: 'canceled cancelled aborted stopped interrupted usercancelled userstop',
};

type Table<T extends string> = ReadonlyMap<string, T>;
const tableOf = <T extends string>(words: Readonly<Record<T, string>>): Table<T> =>
  new Map(
    Object.entries<string>(words).flatMap(([state, list]) =>
      list.split(' ').map((word) => [word, state as T] as const),
    ),
  );

const lookUp =
  <T extends string>(table: Table<T>) =>
  (word: unknown): T | undefined =>
    table.get(plainWord(word));

export const intentStatusOf = lookUp(tableOf(intentWords));
export const generationStatusOf = lookUp(tableOf(generationWords));
export const conversationStatusOf = lookUp(tableOf(conversationWords));
export const runStatusOf = lookUp(tableOf(runWords));
export const finishReasonOf = lookUp(tableOf(finishWords));

export const statusNames = ['status', 'state', 'phase', 'stage'] as const;
