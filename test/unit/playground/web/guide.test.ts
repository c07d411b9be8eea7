import { describe, expect, it } from 'vitest';
import type { SeenChannel, SeenMessage, WalletLook } from '../../../../src/playground/actor/client.js';
import { inEnglish } from '../../../../src/playground/web/app/copy/texts.js';
import { type Facts, isTold, steps } from '../../../../src/playground/web/app/guide/steps.js';

const me = '700000000000000101';
const address = 'FFc7abcdefghijkmnopqrstuvwxyzABCDEFGHCYwY';
const signature = 'eYiPabcdefghijkmnopqrstuvwxyzABCDEFGHPKBM';

const message = (about: Partial<SeenMessage>): SeenMessage =>
  ({ content: '', embeds: [], components: [], attachments: [], interaction: null, ...about }) as SeenMessage;
const withButton = (custom_id: string, about: Partial<SeenMessage> = {}) =>
  message({ ...about, components: [{ type: 1, components: [{ type: 2, custom_id, label: 'x' }] }] });

const facts = (told: SeenMessage[], channels: Partial<SeenChannel>[] = []): Facts => ({
  memberId: me,
  told,
  channels: channels as SeenChannel[],
  wallet: { address, requests: [{ signature }] } as unknown as WalletLook,
});
const done = (told: SeenMessage[], channels: Partial<SeenChannel>[] = []) =>
  steps.filter((step) => step.isDone(facts(told, channels))).map(({ draft }) => draft.command);

describe('the guide completes a step from visible messages, in any wording:', () => {
  it('the wallet is linked once the bot names its address, until it is unlinked', () => {
    const linked = message({ content: 'xyzzy FFc7…CYwY' });
    const unlinked = message({
      content: 'FFc7…CYwY',
      interaction: { command: 'unlink' } as SeenMessage['interaction'],
    });
    expect(done([])).toEqual([]);
    expect(done([linked])).toEqual(['link']);
    expect(done([linked, unlinked])).toEqual([]);
  });

  it('credits have arrived when a card names the payment and has nothing left to check', () => {
    const waiting = withButton(`buy:check:${me}:int_1`, { content: 'eYiP…PKBM' });
    expect(done([waiting])).toEqual(['link']);
    expect(done([message({ content: 'xyzzy eYiP…PKBM' })])).toEqual(['buy']);
    expect(done([withButton(`buy:share:${me}:int_1`, { content: 'eYiP…PKBM' })])).toEqual(['buy']);
  });

  it('a character exists when its GLB does, as attachment or in a layout', () => {
    const attached = message({ attachments: [{ name: 'rig.glb' }] as SeenMessage['attachments'] });
    const laidOut = message({ components: [{ type: 13, file: { url: 'http://127.0.0.1/rig.glb?ex=1' } }] });
    expect(done([attached])).toEqual(['rig text']);
    expect(done([laidOut])).toEqual(['rig text']);
  });

  it('a talk is open when a visible thread is named', () => {
    const named = message({ content: 'xyzzy <#42>' });
    expect(done([named])).toEqual([]);
    expect(done([named], [{ id: '42', kind: 'thread' }])).toEqual(['talk start']);
    expect(done([message({ content: `<@${me}> asks: xyzzy` })])).toEqual(['talk start']);
  });

  it('the hint follows the newest offer', () => {
    const [link, buy] = steps;
    expect(inEnglish(link!.hint(facts([withButton(`link:code:${me}:`)])))).toMatch(/open the page/i);
    const card = withButton(`buy:check:${me}:int_1`, { content: 'solana:abc' });
    expect(inEnglish(buy!.hint(facts([card])))).toMatch(/scan/i);
  });

  it("only an application's messages to this member count", () => {
    const by = (bot: boolean, about: Partial<SeenMessage>) =>
      message({ author: { bot } as SeenMessage['author'], ...about });
    expect(isTold(me)(by(true, { ephemeral: true }))).toBe(true);
    expect(isTold(me)(by(true, { components: [{ type: 10, content: `<@${me}>` }] }))).toBe(true);
    expect(isTold(me)(by(true, {}))).toBe(false);
    expect(isTold(me)(by(false, { content: me }))).toBe(false);
  });
});
