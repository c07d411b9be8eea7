import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { silentLog } from '../../../../src/base/log.js';
import { errorText } from '../../../../src/bot/failure.js';
import { createAccess } from '../../../../src/bot/talk/access.js';
import { openingCard } from '../../../../src/bot/talk/cards/talk.js';
import { quietCard, talksCard } from '../../../../src/bot/talk/cards/talks.js';
import { exportTalk } from '../../../../src/bot/talk/export.js';
import { createIntake } from '../../../../src/bot/talk/intake.js';
import { createParticipantStore } from '../../../../src/bot/talk/participants.js';
import { createProposalStore } from '../../../../src/bot/talk/proposal-store.js';
import { createProposals } from '../../../../src/bot/talk/proposals.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import type { NewTalk } from '../../../../src/bot/talk/talk.js';
import { createTroubleNotice } from '../../../../src/bot/talk/trouble.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { readLocales } from '../../../../src/copy/locales.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { t } from '../../../support/copy.js';
import { servesAll } from '../../../support/served.js';
import { freeServer } from '../../../support/server.js';
import { read } from '../cards/sample.js';
import { createScriptedAgent, createThread, openRelay } from './thread.js';

/** Who reads what in which language: a server in made-up German, a member who reads English, and the other way round. */

const german = {
  locale: 'de',
  name: 'Deutsch',
  isReviewed: false,
  messages: {
    'talk.answer.error.silent': 'Nach {minutes, plural, one {# Minute} other {# Minuten}} kam keine Antwort.',
    'talk.answer.reply.button': 'Antworten',
    'talk.answer.stop.button': 'Anhalten',
    'talk.answer.waiting.agent': 'Der Agent hat noch nicht geantwortet …',
    'talk.error.not_payer': 'Nur {owner} kann das annehmen.',
    'talk.files_only.picture': 'Mach eine Figur aus diesem Bild.',
    'talk.list.empty': 'Noch keine.',
    'talk.opening.asks': '{member} fragt:',
    'talk.proposal.cost.value':
      '{credits, plural, one {# Guthaben} other {# Guthaben}}, zurück bei einem Fehler',
    'talk.proposal.question.rig': 'Soll ich das machen?',
    'talk.proposal.dismissed': 'Abgelehnt',
    'talk.quiet.on.title': 'Ruhig',
    'talk.export.file.user': 'Du · {time} UTC',
    'talk.unshown.locked': 'Jemand hat {thread} gesperrt.',
  },
};
const copy = createCopy([...readLocales('data/locales').filter(({ locale }) => locale !== 'de'), german]);
const [en, de] = [copy.for('en-US'), copy.for('de')];
const languages = { ofChannel: copy.for, ofMember: async () => en };

const talkIn = (locale: string | null): NewTalk => ({
  threadId: '10',
  guildId: '1',
  conversationId: 'cnv_1',
  memberId: '20',
  title: 'A fox',
  channelId: '9',
  uploadLimit: 10_000_000,
  locale,
  speakers: 'everybody',
  payer: 'owner',
});

const clock = manualClock();
let db: Database;
let stores: TalkStores;
beforeEach(async () => {
  db = await openBotDatabase();
  stores = createTalkStores({ served: servesAll, db, clock, outbox: { put: async () => undefined } });
  await stores.talks.add(talkIn('de'));
});
afterEach(() => db.close());

it('an answer says in the language of its thread what it waits for, and why it failed, also after a restart', async () => {
  const thread = createThread();
  const time = manualClock();
  const bot = openRelay(thread, time, { talk: { locale: 'de' }, languages });
  bot.relay.expect('10', 'run_1');
  await time.advance(20_000);
  expect(thread.texts()).toEqual(['-# Der Agent hat noch nicht geantwortet …']);
  expect(thread.labels()).toEqual(['Anhalten']);
  await bot.relay.stop();

  const failed = openRelay(thread, time, {
    kept: bot.kept(),
    languages,
    messages: [],
    missing: ['readConversation'],
  });
  failed.relay.expect('10', 'run_1');
  await time.advance(190_000);
  expect(thread.texts()).toEqual(['> ⚠️ Nach 3 Minuten kam keine Antwort.']);
  expect(thread.labels()).toEqual(['Try again', 'Antworten']);
});

it("the agent's own words stay as they are", async () => {
  const thread = createThread();
  const time = manualClock();
  const bot = openRelay(thread, time, { talk: { locale: 'de' }, languages });
  const agent = createScriptedAgent((event) => bot.hears(event));
  agent.fails('The model is busy.', true);
  await time.advance(0);
  expect(thread.texts()[0]).toMatch(/^> ⚠️ The model is busy\./);
});

it('a proposal keeps the language of its thread through later edits; its refusal is in the language of the member', async () => {
  const created = new Date(clock.now()).toISOString();
  const proposal = {
    id: 'prp_1',
    conversation_id: 'cnv_1',
    run_id: 'run_1',
    kind: 'generation' as const,
    status: 'open' as const,
    title: 'A fox',
    generation: {
      type: 'text' as const,
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
    created_at: created,
    expires_at: new Date(clock.now() + 3_600_000).toISOString(),
  };
  const cards: string[] = [];
  const proposals = createProposals({
    rules: freeServer.rules,
    store: createProposalStore({ db, clock, outbox: { put: async () => undefined } as never }),
    talks: stores.talks,
    clock,
    log: silentLog,
    access: createAccess({ store: stores.talks, participants: createParticipantStore(db) }),
    sessions: {
      serviceOf: () => ({
        call: async ({ id }: { id: string }) => ({
          body: id === 'readCredits' ? { available: 42 } : { ...proposal, status: 'dismissed' },
        }),
      }),
    } as never,
    messenger: {
      async edit(_channel, _message, post) {
        cards.push(JSON.stringify(post));
        return 'edited';
      },
      async deliver(_channel, post) {
        cards.push(JSON.stringify(post));
        return '200';
      },
    },
    showRig: async () => undefined,
    languages,
  });
  await stores.settings.decide('10', { speakers: 'owner' });
  await proposals.onEvent({ ...proposal, seq: 1, type: 'agent_proposal', data: proposal } as never);
  await clock.advance(20_000);
  await proposals.deliverProposal('prp_1');
  expect(cards[0]).toMatch(/Soll ich das machen[\s\S]*10 Guthaben, zurück bei einem Fehler/);

  await stores.settings.decide('10', { speakers: 'everybody' });
  const refusal = await proposals.make('21', 'prp_1').catch((error: AppError) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(errorText(refusal as AppError, en)).toBe(
    'Only <@20> can approve this, because it uses their credits.',
  );
  expect(errorText(refusal as AppError, de)).toBe('Nur <@20> kann das annehmen.');

  await proposals.decline('20', 'prp_1');
  await proposals.deliverProposal('prp_1');
  expect(cards.at(-1)).toContain('Abgelehnt');
});

it('an old talk without a language is shown in English', async () => {
  const thread = createThread();
  const time = manualClock();
  openRelay(thread, time, { languages });
  await time.advance(20_000);
  expect(thread.texts()[0]).toMatch(/hasn't answered yet/);
});

it('a talk that goes on in another server takes its language; one that goes on in its thread keeps it', async () => {
  const talk = (await stores.talks.find('10'))!;
  await stores.talks.end('10');
  await stores.talks.reopen(talk);
  expect((await stores.talks.find('10'))?.locale).toBe('de');
  await stores.talks.reopen(talk, { threadId: '11', guildId: '1', channelId: '8', locale: 'fr' });
  expect((await stores.talks.find('11'))?.locale).toBe('fr');
});

it('private cards, the export and notices are in the language of the member', async () => {
  const opening = { memberId: '20', text: 'Hi', files: [], readMessages: true } as const;
  expect(read(openingCard({ ...opening, speakers: 'owner', payer: 'owner' }, de))).toContain('<@20> fragt:');
  const price = { credits_per_1000_tokens: 0.5, max_credits: 20 };
  const terms = { ...opening, speakers: 'owner', payer: 'owner' } as const;
  expect(read(openingCard({ ...terms, price }, t))).toContain(
    'cost 0.5 credits per 1,000 tokens, at most 20 credits each',
  );
  expect(read(openingCard({ ...terms, price: null }, t))).toContain('Answers are free here');
  const talk = (await stores.talks.find('10'))!;
  expect(read(quietCard({ ...talk, isQuiet: true }, de))).toContain('Ruhig');
  expect(read(talksCard({ talks: [], page: 0, hasMore: false }, '20', de))).toContain('Noch keine.');
  const message = {
    role: 'user',
    content: 'Hi',
    attachments: [],
    created_at: '2026-01-02T03:04:05.000Z',
  } as never;
  const how = { format: 'markdown', maxBytes: 1_000 } as const;
  expect(exportTalk(talk, [message], how, de).bytes.toString()).toContain('## Du · 2026-01-02 03:04 UTC');

  const sent: string[] = [];
  const notice = (ofMember: typeof en) =>
    createTroubleNotice({
      troubles: stores.troubles,
      clock,
      languages: { ofMember: async () => ofMember },
      async sendDirect(_member, card) {
        sent.push(read(card));
        return 'closed';
      },
    })('10');
  await stores.talks.end('10', 'locked');
  await notice(en);
  await notice(de);
  expect(sent[0]).toContain('A moderator locked <#10>');
  expect(sent[1]).toContain('Jemand hat <#10> gesperrt.');
});

it('a message with a picture only is read in the language of the thread, and reaches the agent in English', async () => {
  const intake = createIntake({
    fetch: async () => ({ bytes: Buffer.from('x'), type: 'image/png' }),
    sessions: { serviceOf: () => ({ call: async () => ({ body: { upload_id: 'upl_1' } }) }) } as never,
    english: en,
    checkText: freeServer.rules.checkText,
  });
  const file = { url: 'https://files.example/fox.png', name: 'fox.png', size: 1, contentType: 'image/png' };
  const talk = { memberId: '20', guildId: '1' };
  const { content, shown } = await intake(talk, { text: '', files: [file] });
  expect(content.content).toBe('Make a character from this picture.');
  expect(shown && de.message(shown)).toBe('Mach eine Figur aus diesem Bild.');
  expect((await intake(talk, { text: 'A fox', files: [file] })).shown).toBeNull();
});
