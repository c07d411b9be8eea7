import { MessageFlags, MessageFlagsBitField } from 'discord.js';
import { expect, it } from 'vitest';
import { rigButtons } from '../../../../commands/rig-buttons.js';
import rigsCommand from '../../../../commands/rigs.js';
import { type Card, isWords, type Post } from '../../../../src/bot/cards/card.js';
import { errorText } from '../../../../src/bot/failure.js';
import { failureText } from '../../../../src/bot/rig/cards/rig.js';
import type { RigCopy } from '../../../../src/bot/rig/messages.js';
import { createRigNotifier } from '../../../../src/bot/rig/notifier.js';
import { createPlaceOrder } from '../../../../src/bot/rig/order.js';
import type { RigJob } from '../../../../src/bot/rig/rows.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { copy as shipped } from '../../../support/copy.js';
import { job, output, read } from '../cards/sample.js';

/** A German server, and a member who reads French. */

const made = (locale: string, messages: Record<string, string>) => ({
  locale,
  name: locale,
  isReviewed: false,
  messages,
});
const english = shipped.locales.find(({ locale }) => locale === 'en-US')!;
const copy = createCopy([
  english,
  made('de', {
    'error.unriggable': 'Daraus können wir kein Rig machen.',
    'rig.card.canceled.title': 'Abgebrochen',
    'rig.card.deleted.title': 'Gelöscht',
    'rig.card.ready.title': 'Deine Figur ist fertig',
    'rig.card.ready.triangles': '{triangles, plural, one {**#** Dreieck} other {**#** Dreiecke}}',
    'rig.ping.ready': '{member} Dein Rig ist fertig.',
    'rig.shared.title': 'Eine Figur',
  }),
  made('fr', {
    'rig.card.canceled.title': 'Annulé',
    'rig.card.deleted.title': 'Supprimé',
    'rig.card.ready.title': 'Ton personnage est prêt',
    'rig.share.done.title': 'Partagé',
    'rig.error.several_files': 'Ce message a plusieurs fichiers.',
    'rig.unseen.title': 'À propos de ton rig',
    'rig.unseen.succeeded': 'Il est **prêt**.',
    'delivery.refused.locked': 'Je ne peux pas modifier sa carte dans {channel}.',
  }),
]);
const [t, channelT] = [copy.for('fr'), copy.for('de')];

const ready = (changes: Partial<RigJob> = {}): RigJob => ({
  ...job({ status: 'succeeded', output: output(), finished_at: '2026-01-01T12:00:00.000Z' }),
  locale: 'de',
  ...changes,
});
const canceled = { ...job({ status: 'canceled' }), locale: 'de' };
const noFiles = { preview: null, turntable: null, model: null };

const seen = (post: Post): string => (isWords(post) ? post.content : read(post));

function tellerOf(rig: RigJob, copies: RigCopy[] = []) {
  const shown: string[] = [];
  const notifier = createRigNotifier({
    flow: { find: async () => rig, files: async () => noFiles },
    messages: { copiesOf: async () => copies, pinged: async () => undefined },
    messenger: {
      edit: async (_channelId, _messageId, post) => {
        shown.push(seen(post));
        return 'edited';
      },
      editPrivate: async () => 'gone',
      deliver: async (_channelId, post) => {
        shown.push(seen(post));
        return '3';
      },
    },
    notices: { tell: async () => undefined },
    languages: { ofChannel: copy.for, ofMember: async () => t },
    pauseMs: () => 0,
  });
  return { notifier, shown };
}

it('keeps the card and the ping in the language of the server', async () => {
  const { notifier, shown } = tellerOf(ready({ owesPing: true }));
  await notifier.deliver('gen_1');
  expect(shown[0]).toContain('Deine Figur ist fertig');
  expect(shown[0]).toContain('**4.812** Dreiecke');
  expect(shown[1]).toMatch(/^<@\d+> Dein Rig ist fertig\.$/);
});

it('keeps a shared copy in the language of the server where it was shared', async () => {
  const copies = [
    { channelId: '7', messageId: '8', locale: 'fr' },
    { channelId: '7', messageId: '9', locale: null },
  ];
  const { notifier, shown } = tellerOf(ready({ deletedAt: 1 }), copies);
  await notifier.deliver('gen_1');
  expect(shown.map((text) => /Gelöscht|Supprimé/.exec(text)?.[0])).toEqual([
    'Gelöscht',
    'Supprimé',
    'Gelöscht',
  ]);
});

it('writes to the member directly in their language', async () => {
  const { notifier } = tellerOf(ready());
  const news = await notifier.instead('gen_1', { channelId: '55', reason: 'locked' } as never);
  expect(seen(news!.card)).toMatch(
    /À propos de ton rig[\s\S]*Il est \*\*prêt\*\*\.\nJe ne peux pas modifier sa carte dans <#55>\./,
  );
});

it('redraws a canceled card in the language of the message', async () => {
  const press = async (flags: number): Promise<string> => {
    const request = {
      interaction: { message: { flags: new MessageFlagsBitField(flags) } },
      member: { id: canceled.memberId },
      argument: 'gen_1',
      flows: {
        rig: {
          cancel: async () => canceled,
          textsOf: ({ locale }: RigJob) => copy.for(locale),
        },
      },
      t,
      channelT,
    };
    return seen((await rigButtons.cancel.run(request as never)) as Card);
  };
  expect(await press(0)).toContain('Abgebrochen');
  expect(await press(MessageFlags.Ephemeral)).toContain('Annulé');
});

it('shows a rig privately in the language of the member', async () => {
  const kept: string[] = [];
  const request = {
    interaction: { attachmentSizeLimit: 10, isStringSelectMenu: () => true, values: ['gen_1'] },
    member: { id: canceled.memberId },
    place: { locale: 'de' },
    argument: 'gen_1',
    flows: {
      rig: {
        show: async (_memberId: string, { locale }: { locale: string }) => {
          kept.push(locale);
          return ready();
        },
        files: async () => noFiles,
        balanceOf: async () => null,
      },
    },
    t,
    channelT,
  };
  const card = await rigsCommand.components.show.run(request as never);
  expect(seen(card)).toContain('Ton personnage est prêt');
  expect(kept).toEqual(['fr']);
});

it('says why a rig failed in the language of the reader, and below it what only the service knows', () => {
  const { generation } = job({ error: { code: 'unriggable', detail: 'No figure was found.' } });
  expect(failureText(generation, channelT)).toBe(
    'Daraus können wir kein Rig machen.\n-# No figure was found.',
  );
  expect(failureText(generation, copy.for('en-US'))).toBe('No figure was found.');
});

it('says how a service failed that answers with an unknown code', () => {
  const { generation } = job({ error: { code: 'toString', detail: 'Out of clay.' } });
  expect(failureText(generation, copy.for('en-US'))).toBe('Out of clay.');
  expect(failureText(generation, channelT)).toContain('Out of clay.');
});

it('says which of several pictures is refused', async () => {
  const elsewhere = {
    url: 'https://evil.example/left.png',
    name: 'left.png',
    size: 9,
    contentType: 'image/png',
  };
  const order = { kind: 'images', images: [{ attached: elsewhere, view: 'left' }] } as const;
  const { place } = createPlaceOrder(['https://cdn.example']);
  const refused = await place({} as never, { ...order, images: [...order.images] }, {}, 'key').catch(
    (error) => error,
  );
  expect(errorText(refused, copy.for('en-US'))).toMatch(/^The left picture: Please attach/);
});
