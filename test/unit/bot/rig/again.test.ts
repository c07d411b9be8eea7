import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { errorText } from '../../../../src/bot/failure.js';
import type { Generation } from '../../../../src/contract/rig.js';
import { t } from '../../../support/copy.js';
import { type AskedOfService, clay, openRigFlow, rigPlace as place } from '../../../support/rig-flow.js';
import { job, mia, output } from '../cards/sample.js';

let bot: Awaited<ReturnType<typeof openRigFlow>>;
let flow: typeof bot.flow;
/** The requests that reached the service: endpoint, body and key. */
let placed: AskedOfService[];
let refusal: Error | null;

const style = {
  name: 'style',
  type: 'string' as const,
  title: 'Style',
  description: '',
  enum: ['chibi', 'heroic'],
};
const age = { name: 'age', type: 'integer' as const, title: 'Age', description: '' };

beforeEach(async () => {
  placed = [];
  refusal = null;
  bot = await openRigFlow({
    pipeline: clay({ parameters: [style, age].map((one) => ({ ...one, required: false })) }),
    answer(asked) {
      placed.push(asked);
      if (refusal) throw refusal;
      return { ...job().generation, id: `gen_new${placed.length}` };
    },
  });
  flow = bot.flow;
});
afterEach(() => bot.db.close());

const kept = (changes: Partial<Generation>) => bot.stores.store.add(job(changes), 0);
const text = (more = {}) => ({ prompt: 'a fox', images: 0, seed: null, parameters: {}, ...more });
const picture = { prompt: null, images: 1, seed: 9, parameters: { detail: 'low' } };
const member = { id: mia, name: 'mia' };
const press = { key: 'press' };
const again = async (who = member) => flow.make(who, place, await flow.wishes.again(who.id, 'gen_1'), press);
const change = async (answers: Record<string, string>, more = {}) => {
  const changed = { prompt: undefined, seed: undefined, answers, ...more };
  return flow.make(member, place, await flow.wishes.change(mia, 'gen_1', changed, 'en-US'), press);
};

describe('the repeat button', () => {
  it('makes another variant of a finished rig, with the same pipeline and options', async () => {
    const input = text({ seed: 7, parameters: { style: 'chibi' } });
    await kept({ status: 'succeeded', output: output(), input });
    const { id } = await again();
    await bot.clock.advance(5_000);
    await again();
    const [first, second] = placed.map(({ body }) => body);
    expect(first).toMatchObject({ prompt: 'a fox', pipeline_id: 'clay', parameters: { style: 'chibi' } });
    expect(new Set([7, first?.seed, second?.seed]).size).toBe(3);
    expect((await bot.stores.store.find(id))?.messageId).toBe('6');
  });

  it('retries a failed rig from the files the service kept', async () => {
    await kept({ status: 'failed', type: 'image', input: picture });
    await again();
    expect(placed).toMatchObject([
      {
        id: 'repeatGeneration',
        body: { seed: 9 },
        idempotencyKey: 'press',
        params: { generation_id: 'gen_1' },
      },
    ]);
  });

  it('is refused if the seed has no effect, without a request', async () => {
    await kept({ status: 'succeeded', type: 'image', input: picture, output: output(), seeded: false });
    await expect(again()).rejects.toThrow('rig.error.not_random');
    expect(placed).toEqual([]);
  });

  it('works only for the owner', async () => {
    await kept({ status: 'failed', input: text() });
    await expect(again({ id: '9', name: 'eve' })).rejects.toThrow('rig.error.not_yours');
    expect(placed).toEqual([]);
  });

  it('starts one rig, however often it is pressed at once, and works again after a refusal', async () => {
    await kept({ status: 'failed', input: text() });
    refusal = new AppError('insufficient_credits');
    await expect(again()).rejects.toThrow(refusal.message);
    refusal = null;
    const presses = await Promise.allSettled([again(), again(), again()]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(placed).toHaveLength(2);
  });

  it('works after a restart', async () => {
    await kept({ status: 'failed', input: text() });
    flow = bot.restart();
    expect((await again()).generation.status).toBe('queued');
  });
});

describe('the button for the other body', () => {
  const second = async () => flow.make(member, place, await flow.wishes.secondReading(mia, 'gen_1'), press);
  const fromModel = () => kept({ status: 'succeeded', type: 'mesh', input: picture, output: output() });

  it('asks the service for its second reading', async () => {
    await fromModel();
    await second();
    expect(placed).toMatchObject([
      { id: 'repeatGeneration', body: { second_reading: true }, params: { generation_id: 'gen_1' } },
    ]);
  });

  it('asks for it also for a rig from text, which costs credits when it is sent again', async () => {
    await kept({ status: 'succeeded', input: text(), output: output() });
    await second();
    expect(placed).toMatchObject([{ id: 'repeatGeneration', body: { second_reading: true } }]);
  });

  it('says where the rig is when it was made before', async () => {
    await fromModel();
    refusal = new AppError('idempotency_conflict');
    const refused = await second().catch((error) => error);
    expect(errorText(refused, t)).toContain('already had this rig made with its other body');
  });
});

describe('a change', () => {
  beforeEach(() =>
    kept({ status: 'succeeded', output: output(), input: text({ parameters: { style: 'chibi' } }) }),
  );

  it('has the types the pipeline describes, and omits empty fields', async () => {
    await change({ style: 'HEROIC', age: '40' }, { prompt: 'a wolf', seed: '12' });
    await bot.clock.advance(5_000);
    await change({ style: '', age: ' ' }, { seed: '' });
    expect(placed.map(({ body }) => body)).toEqual([
      { pipeline_id: 'clay', prompt: 'a wolf', seed: 12, parameters: { style: 'heroic', age: 40 } },
      { pipeline_id: 'clay', prompt: 'a fox', seed: undefined, parameters: {} },
    ]);
  });

  it.each([
    [{ age: 'old' }, {}, 'Age must be a number.'],
    [{}, { seed: '-1' }, 'Seed must be a whole number from 0 to 4,294,967,295.'],
    [{}, { prompt: '  ' }, 'Describe who or what to make'],
  ])('of %o %o is refused in a sentence, and nothing is asked', async (answers, more, sentence) => {
    const refused = await change(answers as Record<string, string>, more).catch((error) => error);
    expect(errorText(refused, t)).toContain(sentence);
    expect(placed).toEqual([]);
  });

  it('is refused when its pipeline is gone', async () => {
    await bot.stores.store.add({ ...job({ pipeline_id: 'old' }), id: 'gen_2' }, 0);
    await expect(flow.changing(mia, 'gen_2')).rejects.toThrow('rig.error.pipeline_gone');
  });
});
