import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { errorText } from '../../../../src/bot/failure.js';
import { changeForm, readChange } from '../../../../src/bot/rig/cards/form.js';
import { offerCard } from '../../../../src/bot/rig/cards/offer.js';
import { t } from '../../../support/copy.js';
import { type AskedOfService, clay, openRigFlow, rigPlace as place } from '../../../support/rig-flow.js';
import { job, mia, output, read } from '../cards/sample.js';

const fox = { version: 1, species: ['fox'], seed: 7 };
const hatted = { ...fox, garments: [{ name: 'hat', colour: '#cf2e2a' }] };
const lines = [
  { about: 'species', name: null, words: ['fox'] },
  { about: 'look', name: null, words: ['red'] },
  { about: 'garment', name: 'scarf', words: ['blue', 'striped'] },
  { about: 'without', name: null, words: ['hat', 'boots'] },
];
const nothingRead = { understood: [], unknown: [], unexpressed: [] };
const described = { spec: fox, lines, changes: [], words: nothingRead, notes: [] };

let bot: Awaited<ReturnType<typeof openRigFlow>>;
let asked: AskedOfService[];
/** What the service makes of an edit. */
let edited: object;
let refusal: AppError | null;

beforeEach(async () => {
  asked = [];
  refusal = null;
  edited = {
    ...described,
    spec: hatted,
    changes: [
      { about: 'garment', name: 'hat', before: null, after: ['red'] },
      { about: 'garment', name: 'scarf', before: ['blue'], after: null },
      { about: 'build', name: null, before: ['small'], after: ['tall'] },
    ],
    words: { understood: ['hat', 'red'], unknown: ['zorg_ly'], unexpressed: ['arms'] },
    notes: ['This body has no place for “arms”.'],
  };
  bot = await openRigFlow({
    pipeline: clay({ prompt_help: true }),
    answer(request) {
      asked.push(request);
      if (request.id === 'quoteRig')
        return { quote: 'q', credits: 10, available: 50, queue_ahead: 0, eta_seconds: 4 };
      if (request.id !== 'describeSpec') return { ...job().generation, id: 'gen_new' };
      if (refusal) throw refusal;
      return request.body.change === undefined ? described : edited;
    },
  });
});
afterEach(() => bot.db.close());

const kept = (more: object = {}, input: object = {}) =>
  bot.stores.store.add(
    job({
      status: 'succeeded',
      output: output({ spec: fox, ...more }),
      input: { prompt: 'a fox', images: 0, seed: null, parameters: { detail: 'low' }, ...input },
    }),
    0,
  );
const member = { id: mia, name: 'mia' };
const wish = (edit: string, more: object = {}) =>
  bot.flow.wishes.change(mia, 'gen_1', { prompt: 'a fox', seed: '7', edit, answers: {}, ...more }, 'de');
const form = async () =>
  changeForm(await bot.flow.changing(mia, 'gen_1'), await bot.flow.characterOf(mia, 'gen_1', 'de'), t);

describe('the form to change a rig', () => {
  it('shows its character in words, with a field for edits', async () => {
    await kept();
    const [shown, edit] = (await form()).components as { content?: string; component?: object }[];
    expect(shown?.content).toBe('**fox · red · without hat, boots**\nscarf: blue, striped');
    expect(edit?.component).toMatchObject({ custom_id: 'edit', required: false });
    expect(asked).toContainEqual(
      expect.objectContaining({ id: 'describeSpec', body: { spec: fox, locale: 'de' } }),
    );
  });

  it('has no such field where the service keeps no character or does not say it', async () => {
    await kept({ spec: undefined });
    expect(JSON.stringify((await form()).components)).not.toContain('"edit"');
    expect(asked.map(({ id }) => id)).not.toContain('describeSpec');
    await bot.stores.store.add({ ...job({ output: output({ spec: fox }) }), id: 'gen_2' }, 0);
    refusal = new AppError('not_found');
    expect(await bot.flow.characterOf(mia, 'gen_2', 'de')).toBeNull();
  });

  it('gives the words of an edit back', () => {
    expect(
      readChange([
        ['edit', 'hat: red'],
        ['p.style', 'chibi'],
      ]),
    ).toMatchObject({
      edit: 'hat: red',
      answers: { style: 'chibi' },
    });
  });
});

describe('an edit', () => {
  it('makes the changed character with the same seed and options, once it is confirmed', async () => {
    await kept();
    const offer = await bot.flow.offer(member, place, await wish('hat: red, zorg_ly'), 'press');
    expect(asked.map(({ id }) => id)).toEqual(['describeSpec', 'quoteRig']);
    await bot.flow.confirm(member, place, offer.id);
    expect(asked.at(-1)).toMatchObject({
      id: 'textToRig',
      body: {
        spec: hatted,
        seed: 7,
        prompt: 'a fox · hat: red, zorg_ly',
        parameters: { detail: 'low' },
      },
    });
  });

  it('is shown with its price, and says which words have no effect', async () => {
    await kept();
    const offer = await bot.flow.offer(member, place, await wish('hat: red'), 'press');
    const shown = read(offerCard((await bot.flow.findOffer(mia, offer.id))!, t));
    expect(shown).toContain('**hat: red** · ~~scarf: blue~~ · ~~small~~ → **tall**');
    expect(shown).toMatch(/No effect\W+zorg\\_ly, arms/);
    expect(shown).toContain('no place for “arms”');
    expect(shown).not.toContain('Improve my words');
  });

  it('that changes nothing is refused with a sentence, and nothing is priced', async () => {
    await kept();
    edited = { ...described, words: { ...nothingRead, unknown: ['flibber'] } };
    expect(errorText(await wish('flibber').catch((error) => error), t)).toContain(
      "I don't know these words, so nothing would change: flibber.",
    );
    edited = described;
    expect(errorText(await wish('red').catch((error) => error), t)).toContain('It looks like that already');
    expect(asked.map(({ id }) => id)).toEqual(['describeSpec', 'describeSpec']);
  });

  it('is not lost when the rig is made again, until its words are changed', async () => {
    await kept({}, { spec: hatted });
    const make = async (it: Awaited<ReturnType<typeof wish>>) => {
      await bot.flow.make(member, place, it, { key: 'press' });
      await bot.clock.advance(5_000);
      return asked.at(-1)!.body;
    };
    expect(await make(await bot.flow.wishes.again(mia, 'gen_1'))).toMatchObject({ spec: hatted });
    expect(await make(await wish('', { seed: '8' }))).toMatchObject({ spec: hatted, seed: 8 });
    expect(await make(await wish('', { prompt: 'a wolf' }))).toMatchObject({ prompt: 'a wolf' });
    expect(asked.at(-1)!.body).not.toHaveProperty('spec');
  });
});
