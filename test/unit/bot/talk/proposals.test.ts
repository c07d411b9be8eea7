import { DiscordAPIError } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { createLog } from '../../../../src/base/log.js';
import { createMessenger } from '../../../../src/bot/delivery/messenger.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../../src/bot/delivery/refusal.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import { createAccess } from '../../../../src/bot/talk/access.js';
import { approvedCard, proposalCard } from '../../../../src/bot/talk/cards/proposal.js';
import { createParticipantStore } from '../../../../src/bot/talk/participants.js';
import { createProposalStore } from '../../../../src/bot/talk/proposal-store.js';
import { createProposals } from '../../../../src/bot/talk/proposals.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import { emptyView } from '../../../../src/bot/talk/view.js';
import type { Proposal } from '../../../../src/contract/proposals.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { languages, t } from '../../../support/copy.js';
import { servesAll } from '../../../support/served.js';
import { freeServer } from '../../../support/server.js';

onEveryEngine((openDatabase) => {
  /** A proposal from the service's event to the card and a person's press. */

  const mia = '700000000000000101';
  const sam = '700000000000000102';
  let db: Database;
  let clock: ManualClock;
  let stores: TalkStores;
  let isRefusing: boolean;
  let mayMakeRigs: boolean;
  let proposals: ReturnType<typeof createProposals>;
  let cards: Map<string, string>;
  let rigs: string[];
  let answers: Record<string, () => unknown>;

  const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
    id: 'prp_1',
    conversation_id: 'cnv_1',
    run_id: 'run_1',
    kind: 'generation',
    status: 'open',
    title: 'Make a red fox',
    generation: {
      type: 'text',
      pipeline_id: 'clay',
      pipeline_name: 'Clay',
      prompt: 'a red fox',
      images: 0,
      seed: null,
      parameters: {},
      credits: 10,
      estimated_seconds: 4,
    },
    top_up: null,
    generation_id: null,
    created_at: new Date(clock.now()).toISOString(),
    expires_at: new Date(clock.now() + 3_600_000).toISOString(),
    ...changes,
  });
  const hears = (changes: Partial<Proposal> = {}) =>
    proposals.onEvent({
      id: 'evt_1',
      seq: 1,
      type: 'agent_proposal',
      conversation_id: 'cnv_1',
      run_id: 'run_1',
      created_at: new Date(clock.now()).toISOString(),
      data: proposal(changes),
    });
  const finishAnswer = () =>
    stores.progress.saveView({ threadId: '10', guildId: '1' }, 5, {
      ...emptyView,
      runId: 'run_1',
      phase: 'done',
    });
  const card = () => [...cards.values()].join('\n');

  beforeEach(async () => {
    clock = manualClock();
    isRefusing = false;
    [cards, rigs, answers] = [new Map(), [], { readCredits: () => ({ available: 42 }) }];
    db = await openDatabase();
    const outbox = createOutboxStore(db, clock);
    stores = createTalkStores({ served: servesAll, db, clock, outbox });
    await stores.talks.add({
      threadId: '10',
      guildId: '1',
      conversationId: 'cnv_1',
      memberId: mia,
      title: 'A fox',
      channelId: '9',
      uploadLimit: 10_000_000,
      locale: null,
      speakers: 'owner',
      payer: 'owner',
    });
    const rest = {
      async post(_: string, { body }: { body: object }) {
        if (isRefusing)
          throw new DiscordAPIError({ code: 50013, message: 'refused' }, 50013, 403, 'POST', '', {});
        cards.set(`20${cards.size}`, JSON.stringify(body));
        return { id: `20${cards.size - 1}` };
      },
      async patch(path: string, { body }: { body: object }) {
        cards.set(path.split('/').at(-1) ?? '', JSON.stringify(body));
        return {};
      },
    };
    const call = async ({ id }: { id: string }) => ({ body: answers[id]?.() });
    mayMakeRigs = true;
    proposals = createProposals({
      rules: {
        ...freeServer.rules,
        async checkRoles() {
          if (!mayMakeRigs) throw new AppError('forbidden');
        },
      },
      store: createProposalStore({ db, clock, outbox }),
      talks: stores.talks,
      clock,
      log: createLog('silent'),
      access: createAccess({ store: stores.talks, participants: createParticipantStore(db) }),
      sessions: { serviceOf: () => ({ call }) } as unknown as Sessions,
      messenger: createMessenger(rest as never),
      languages,
      showRig: async (_, __, { id }) => void rigs.push(id),
    });
  });
  afterEach(() => db.close());

  describe('the card of a proposal', () => {
    it('is shown below its answer, for which it waits a limited time', async () => {
      await hears();
      expect(await proposals.deliverProposal('prp_1')).toBeGreaterThan(0);
      expect(cards.size).toBe(0);
      await finishAnswer();
      expect(await proposals.deliverProposal('prp_1')).toBeUndefined();
      expect(card()).toMatch(/Make this[\s\S]*10 credits/);

      await hears({ id: 'prp_2', run_id: 'run_lost' });
      await clock.advance(20_000);
      expect(await proposals.deliverProposal('prp_2')).toBeUndefined();
      expect(cards.size).toBe(2);
    });

    it('follows the card of an earlier proposal, unless that takes too long', async () => {
      await finishAnswer();
      await hears();
      await hears({ id: 'prp_2' });
      expect(await proposals.deliverProposal('prp_2')).toBeGreaterThan(0);
      expect(cards.size).toBe(0);
      await clock.advance(20_000);
      expect(await proposals.deliverProposal('prp_2')).toBeUndefined();
      expect(cards.size).toBe(1);

      await hears({ id: 'prp_3' });
      await proposals.deliverProposal('prp_1');
      expect(await proposals.deliverProposal('prp_3')).toBeUndefined();
      expect(cards.size).toBe(3);
    });

    it('waits in the outbox while Discord refuses it, and is posted once Discord takes it', async () => {
      await finishAnswer();
      await hears();
      isRefusing = true;
      await expect(proposals.deliverProposal('prp_1')).rejects.toBeInstanceOf(DeliveryRefused);
      expect(cards.size).toBe(0);
      isRefusing = false;
      await proposals.deliverProposal('prp_1');
      expect(card()).toContain('Make this?');
    });

    it('is one message, whatever comes twice or too late', async () => {
      await finishAnswer();
      await hears();
      await proposals.deliverProposal('prp_1');
      await hears({ status: 'dismissed' });
      await hears();
      await proposals.deliverProposal('prp_1');
      expect(cards.size).toBe(1);
      expect(card()).toContain('Declined');
    });

    it('is not posted when it was replaced before it could be shown', async () => {
      await hears({ status: 'replaced' });
      await finishAnswer();
      await proposals.deliverProposal('prp_1');
      expect(cards.size).toBe(0);
    });

    it('is followed by the rig, even when the process ended right after the press', async () => {
      await finishAnswer();
      await hears();
      await proposals.deliverProposal('prp_1');
      await hears({ status: 'accepted', generation_id: 'gen_1' });
      answers.readGeneration = () => ({ id: 'gen_1' });
      await proposals.deliverProposal('prp_1');
      expect(card()).toContain('See its card below');
      expect(rigs).toEqual(['gen_1']);
    });

    it('shows the price, and never a balance, since everyone in the thread reads it', async () => {
      await finishAnswer();
      await hears();
      await proposals.deliverProposal('prp_1');
      expect(card()).toContain('10 credits');
      expect(card()).not.toMatch(/Balance|\b(42|32)\b/);
    });
  });

  it('says on its card what changes of the last character', () => {
    const changes = [{ about: 'garment', name: 'hat', before: ['blue'], after: ['red'] }];
    const changed = proposal({ generation: { ...proposal().generation!, changes } });
    const talk = { memberId: mia, payer: 'owner', locale: null } as const;
    const card = proposalCard({ proposal: changed, talk: talk as never }, t);
    expect(JSON.stringify(card)).toContain('**Changes** ~~hat: blue~~ → **hat: red**');
  });

  describe('a press', () => {
    it('of the owner answers only them, with the options that are left', async () => {
      await finishAnswer();
      await hears();
      answers.acceptProposal = () => ({ proposal: proposal({ status: 'accepted' }) });
      answers.readCredits = () => ({ available: 32 });
      expect(await proposals.make(mia, 'prp_1')).toBe(32);
      const shown = JSON.stringify(approvedCard(32, t));
      expect(shown).toMatch(/Approved[\s\S]*Balance after\*\* 32 credits/);
      answers.readCredits = () => {
        throw new AppError('provider_unreachable');
      };
      expect(await proposals.make(mia, 'prp_1')).toBeNull();
      expect(JSON.stringify(approvedCard(null, t))).not.toContain('Balance');
    });

    it('needs what the server asks of those who make rigs', async () => {
      await hears();
      mayMakeRigs = false;
      answers.acceptProposal = () => {
        throw new Error('accepted without the role');
      };
      await expect(proposals.make(mia, 'prp_1')).rejects.toThrow(new AppError('forbidden'));
    });

    it('that is late is told so, and the card says it too', async () => {
      await finishAnswer();
      await hears();
      answers.acceptProposal = () => {
        throw new AppError('not_found', 'That proposal is too old. Ask the agent for it again.');
      };
      answers.readProposal = () => proposal({ status: 'expired' });
      await expect(proposals.make(mia, 'prp_1')).rejects.toThrow('too old');
      await proposals.deliverProposal('prp_1');
      expect(rigs).toEqual([]);
      await expect(proposals.make(mia, 'prp_9')).rejects.toThrow('talk.proposal.error.gone');
    });

    it('of another member costs no other member credits', async () => {
      await hears();
      await expect(proposals.make(sam, 'prp_1')).rejects.toThrow('talk.error.not_invited');
      await stores.settings.decide('10', { speakers: 'everybody' });
      await expect(proposals.make(sam, 'prp_1')).rejects.toThrow('talk.error.not_payer');
      await stores.settings.decide('10', { payer: 'presser' });
      answers.generate = () => ({ id: 'gen_of_sam' });
      await proposals.make(sam, 'prp_1');
      expect(rigs).toEqual(['gen_of_sam']);
      await clock.advance(3_600_000);
      await expect(proposals.make(sam, 'prp_1')).rejects.toThrow('talk.proposal.error.expired');
    });

    it('of a guest starts nothing from files of the owner', async () => {
      await stores.settings.decide('10', { speakers: 'everybody', payer: 'presser' });
      const { generation } = proposal();
      await hears({ generation: generation && { ...generation, type: 'image', prompt: null, images: 1 } });
      await expect(proposals.make(sam, 'prp_1')).rejects.toThrow('talk.proposal.error.not_maker');
    });

    it('lets a tool run only for the owner, whose card shows all arguments and then its outcome', async () => {
      await finishAnswer();
      const tool = {
        server: 'tables',
        name: 'book',
        label: 'Book a table',
        input: '{"for":4}',
        outcome: null,
      };
      const call = { kind: 'tool', generation: null, tool } as const;
      await hears(call);
      await proposals.deliverProposal('prp_1');
      expect(card()).toMatch(/Run this tool\?[\s\S]*Book a table[\s\S]*\{\\"for\\":4\}[\s\S]*Run it/);
      await stores.settings.decide('10', { speakers: 'everybody', payer: 'presser' });
      await expect(proposals.runTool(sam, 'prp_1')).rejects.toThrow('talk.proposal.error.not_runner');

      answers.acceptProposal = () => ({ proposal: proposal({ ...call, status: 'accepted' }) });
      await proposals.runTool(mia, 'prp_1');
      await proposals.deliverProposal('prp_1');
      expect(card()).toContain('## Running');
      const outcome = { status: 'done', text: 'table 4\n```\n@everyone' } as const;
      await hears({ ...call, status: 'accepted', tool: { ...tool, outcome } });
      await hears({ ...call, status: 'accepted' }); // an older state that arrives late
      await proposals.deliverProposal('prp_1');
      expect(card()).toMatch(/## Done[\s\S]*table 4/);
      expect(card().split('```')).toHaveLength(3);
      expect(cards.size).toBe(1);
    });

    it('for a pack leads to one purchase a person, and may be retried after a failure', async () => {
      const top_up = { pack_id: 'starter', pack_name: 'Starter', credits: 100, prices: [] };
      await hears({ kind: 'top_up', generation: null, top_up });
      answers.acceptProposal = () => ({ proposal: proposal({ status: 'accepted' }) });
      const press = (buy: () => Promise<string>) =>
        proposals.topUp(mia, { id: 'prp_1', currency: 'SOL' }, buy);
      await expect(press(() => Promise.reject(new AppError('provider_error')))).rejects.toThrow();
      const both = await Promise.allSettled([press(async () => 'bought'), press(async () => 'twice')]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(press(async () => 'late')).rejects.toThrow('talk.proposal.error.accepted');
    });
  });
});
