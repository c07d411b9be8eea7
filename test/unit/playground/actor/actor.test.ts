import { get } from 'node:http';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import encodeQR from 'qr';
import sharp from 'sharp';
import nacl from 'tweetnacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActorError, type ActorPerson } from '../../../../src/playground/actor/client.js';
import { openPlayground, picture, type TestPlayground } from '../../../support/playground.js';

let playground: TestPlayground;
let mia: ActorPerson;

beforeAll(async () => {
  playground = await openPlayground();
  mia = playground.actor.as('mia');
});
afterAll(() => playground.close());

const call = async (path: string, options: RequestInit = {}) => {
  const response = await fetch(`${playground.url}${path}`, options);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
};
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('a person', () => {
  it('runs a command and sees the answer', async () => {
    const outcome = await mia.runs('/greet', { whom: 'Ada', tone: 'warm' });
    expect(outcome.state).toBe('answered');
    expect(await mia.sees('hello **ada** (warm)')).toMatchObject({ id: outcome.message_id });
  });

  it('clicks, chooses by label and fills in a form by label', async () => {
    const { message_id: message } = await mia.runs('/greet', { whom: 'Bo' });
    await mia.selects(['Wine red'], { message });
    await mia.sees('painted red');
    expect((await mia.sees({ control: 'col' })).id).toBe(message);
    const { modal } = await mia.clicks('Sign the book', { message });
    expect(modal).toMatchObject({ title: 'Guest book', fields: [{ label: 'Your line' }] });
    await mia.fills({ 'Your line': 'was here' });
    await mia.sees(/^The book says: was here$/m);
    await mia.clicks('Wave', { message });
    expect((await mia.sees('mia waves')).id).toBe(message);
    await expect(
      mia.sees({ control: 'wave' }, { after: String(BigInt(message ?? 0) - 1n), timeoutMs: 30 }),
    ).rejects.toThrow('did not see "wave"');
  });

  it('is the only one to see ephemeral messages', async () => {
    await mia.runs('whisper', {}, { channel: '#rigs' });
    expect((await mia.sees('the cat did it', { channel: 'rigs' })).ephemeral).toBe(true);
    const max = playground.actor.as('max');
    await expect(max.sees('the cat did it', { channel: 'rigs', timeoutMs: 30 })).rejects.toThrow(
      /did not see/,
    );
  });

  it('sends a file and gets the same bytes back', async () => {
    const bytes = await picture();
    await mia.runs(
      'mirror',
      {},
      { attachments: { picture: { name: 'a.png', bytes, contentType: 'image/png' } } },
    );
    const [back] = (await mia.sees(`${bytes.length} bytes`)).attachments;
    expect(Buffer.from(await (await fetch(back!.url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('names people in options, completes, and uses the menu of a message', async () => {
    await mia.runs('hug', { who: '@max' });
    await mia.sees('hugs max');
    expect(await mia.autocompletes('city', 'name', 'Nash')).toEqual([{ name: 'Nashville', value: 'ville' }]);
    const written = await mia.posts('quiet words', { channel: 'rigs' });
    await mia.runs('Shout this', {}, { channel: 'rigs', target: written.id });
    await mia.sees('QUIET WORDS', { channel: 'rigs', after: written.id });
  });

  it('waits no longer than requested, and the error lists the visible messages', async () => {
    await mia.posts('only this', { channel: 'agent' });
    const wait = mia.sees('never', { channel: 'agent', timeoutMs: 20 });
    const error = await wait.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 408, seen: ['Mia: only this'] });
  });

  it.each([
    ['no such command', () => mia.runs('/dance'), 404, /no command "\/dance" here.*\/greet/],
    ['no such channel', () => mia.posts('x', { channel: 'attic' }), 404, /sees no channel called "attic"/],
    ['a channel of others', () => mia.posts('x', { channel: 'mods' }), 404, /sees no channel/],
    ['no such button', () => mia.clicks('Explode'), 404, /no button "Explode"\. Visible: /],
    ['a required option missing', () => mia.runs('/greet'), 400, /whom/],
    ['nobody of that name', () => playground.actor.as('zoe').channels(), 400, /zoe/],
    ['an empty message', () => mia.posts(''), 400, /message is empty/],
  ])('is told in a sentence: %s', async (_what, act, status, sentence) => {
    const error = await act().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ActorError);
    expect(error).toMatchObject({ status });
    expect((error as Error).message).toMatch(sentence);
  });
});

describe('the wallet', () => {
  const payUrl = (amount: string) => `solana:${playground.addressOf('max')}?amount=${amount}`;
  const solOf = async (name: string) => Number((await playground.actor.as(name).wallet.look()).sol);

  it('pays at once', async () => {
    const before = await solOf('max');
    const { signature } = await mia.wallet.pays(payUrl('0.5'), { as_v0: true, with_guards: true });
    expect(bs58.decode(signature)).toHaveLength(64);
    expect((await solOf('max')) - before).toBeCloseTo(0.5);
  });

  it('scans a QR code in the chat, waits for its owner, and pays once', async () => {
    const matrix = encodeQR(payUrl('0.25'), 'raw', { border: 4 });
    const pixels = Buffer.from(matrix.flat().map((dark) => (dark ? 0 : 255)));
    const raw = { width: matrix.length, height: matrix.length, channels: 1 } as const;
    const bytes = await sharp(pixels, { raw })
      .resize(matrix.length * 6, undefined, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const message = await mia.posts('scan me', {
      attachments: [{ name: 'qr.png', bytes, contentType: 'image/png' }],
    });
    const ask = await mia.wallet.scans({ image_url: message.attachments[0]!.url });
    expect(ask).toMatchObject({ state: 'pending', payment: { amount: '0.25' } });
    expect((await mia.wallet.look()).pending.map(({ id }) => id)).toContain(ask.id);
    const before = await solOf('max');
    expect(await mia.wallet.approves(ask.id)).toMatchObject({ state: 'approved' });
    await expect(mia.wallet.approves(ask.id)).rejects.toMatchObject({ status: 404 });
    expect((await solOf('max')) - before).toBeCloseTo(0.25);
  });

  it('refuses a picture from another host', async () => {
    const foreign = { image_url: `${playground.url}/icon.svg` };
    await expect(mia.wallet.scans(foreign)).rejects.toThrow('only scans pictures from this playground');
  });

  it('drops a payment its owner rejected', async () => {
    const { id } = await mia.wallet.scans({ url: payUrl('1') });
    expect(await mia.wallet.rejects(id)).toMatchObject({ state: 'rejected' });
    expect((await mia.wallet.look()).pending.map((ask) => ask.id)).not.toContain(id);
  });

  it('sends a payment later that was approved now', async () => {
    const { id } = await mia.wallet.scans({ url: payUrl('0.125') });
    const before = await solOf('max');
    expect(await mia.wallet.approves(id, { after_ms: 20 })).toMatchObject({ state: 'scheduled' });
    await expect.poll(() => solOf('max')).toBeCloseTo(before + 0.125);
    const request = (await mia.wallet.look()).requests.find((each) => each.id === id);
    expect(request).toMatchObject({ state: 'approved', due_at: null, failure: null });
  });

  it("lets its owner decline another page's signature request, once the wallet asks first", async () => {
    const sam = playground.actor.as('sam').wallet;
    const headers = { origin: 'http://127.0.0.1:49152' };
    await sam.asksBeforeSigning(true);
    const ask = async (message: string) => {
      const answer = post('/actor/people/sam/wallet/sign', { message }, headers);
      const waiting = async () => (await sam.look()).sign_requests.find(({ text }) => text === message);
      await expect.poll(waiting).toMatchObject({ state: 'pending', origin: headers.origin });
      return { answer, id: (await waiting())?.id ?? '' };
    };
    const refused = await ask('give me everything');
    expect(await sam.decides(refused.id, false)).toMatchObject({ state: 'rejected' });
    expect(await refused.answer).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('owner declined') },
    });
    const agreed = await ask('hello');
    await sam.decides(agreed.id, true);
    expect(await agreed.answer).toMatchObject({ status: 200, body: { encoding: 'raw' } });
    await expect(sam.decides(agreed.id, true)).rejects.toMatchObject({ status: 404 });
  });

  it('receives a gift, and refuses an invalid one', async () => {
    const before = Number((await mia.wallet.look()).usdc);
    expect(Number((await mia.wallet.airdrops({ usdc: '12.5' })).usdc)).toBeCloseTo(before + 12.5);
    await expect(mia.wallet.airdrops({ sol: '-1' })).rejects.toMatchObject({ status: 400 });
  });

  it('signs a sign-in for the link page of another port, over CORS', async () => {
    const { address } = await mia.wallet.look();
    const origin = 'http://127.0.0.1:49152';
    const sign_in_input = { domain: '127.0.0.1:49152', address, statement: 'Link Mia.', nonce: 'abcd1234' };
    const signed = await post('/actor/people/mia/wallet/sign', { sign_in_input }, { origin });
    expect(signed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(signed.body).toMatchObject({ address, encoding: 'siws' });
    const text = Buffer.from(signed.body.signed_message, 'base64');
    expect(text.toString()).toContain('127.0.0.1:49152 wants you to sign in');
    const key = new PublicKey(address).toBytes();
    expect(nacl.sign.detached.verify(text, bs58.decode(signed.body.signature), key)).toBe(true);
  });

  it('signs no sign-in for another wallet', async () => {
    const sign_in_input = { domain: 'a.example', address: playground.addressOf('max') };
    await expect(mia.wallet.signs(sign_in_input)).rejects.toThrow('for another wallet');
  });
});

describe('the playground state', () => {
  it('shows guild, people and bots, but no token', async () => {
    const world = await playground.actor.world();
    expect(world.people.map(({ username }) => username)).toEqual(['mia', 'max', 'olga', 'sam', 'noor']);
    expect(JSON.stringify(world)).not.toContain('token');
  });

  it('shows which chain faults are active', async () => {
    const { chain } = playground.actor;
    const well = { mood: 'healthy', finality_held: false, lag_slots: 0, transactions_hidden: false };
    expect(await chain.state()).toMatchObject(well);
    await chain.control('rpc', { mood: 'garbled' });
    await chain.control('pause_finality');
    await chain.control('view', { lag_slots: 40 });
    expect(await chain.state()).toMatchObject({ mood: 'garbled', finality_held: true, lag_slots: 40 });
    await chain.control('rpc', { mood: 'healthy' });
    await chain.control('resume_finality');
    await chain.control('view');
    expect(await chain.state()).toMatchObject(well);
    await expect(chain.control('rpc', { mood: 'sad' })).rejects.toThrow(/mood/);
  });

  it('can pay a person unasked, in a worthless token, and rejects unknown people', async () => {
    const url = `solana:${playground.addressOf('max')}?amount=0.5`;
    const sam = playground.actor.as('sam');
    const solOf = async (name: string) => Number((await playground.actor.as(name).wallet.look()).sol);
    const [had, maxHad] = [await solOf('sam'), await solOf('max')];
    await mia.wallet.pays(url, { to: 'sam' });
    expect((await solOf('sam')) - had).toBeCloseTo(0.5);
    await mia.wallet.pays(url, { asset: 'lookalike' });
    expect(await solOf('max')).toBe(maxHad);
    expect(Number((await sam.wallet.look()).usdc)).toBe(1_000);
    await expect(mia.wallet.pays(url, { to: 'nobody' })).rejects.toThrow('nobody');
    await expect(mia.wallet.pays(url, { along: ['https://example.org'] })).rejects.toThrow(
      "isn't a Solana Pay link",
    );
  });

  it("advances the chain's clock, and rejects unknown controls", async () => {
    const { slot } = await playground.actor.chain.state();
    expect((await playground.actor.chain.control('advance', { slots: 50 })).slot).toBeGreaterThanOrEqual(
      slot + 50,
    );
    await expect(playground.actor.chain.control('toString')).rejects.toThrow('Controls: pause_finality');
  });

  it('notifies a member of changes, but not of the secrets of others', async () => {
    const stopped = new AbortController();
    const stream = async (query: string) => {
      const response = await fetch(`${playground.url}/actor/events?member=${query}`, {
        signal: stopped.signal,
      });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      await reader.read();
      return async (until: RegExp) => {
        let text = '';
        while (!until.test(text)) text += (await reader.read()).value;
        return text;
      };
    };
    const [hers, his] = await Promise.all([stream('mia'), stream('max')]);
    const { message_id } = await mia.runs('whisper');
    const { id } = await mia.posts('for all');
    expect(await hers(new RegExp(id))).toContain(message_id);
    expect(await his(new RegExp(id))).not.toContain(message_id);
    const [hersWhole, hisWhole] = await Promise.all([
      stream('mia&contents=true'),
      stream('max&contents=true'),
    ]);
    await mia.runs('whisper');
    await mia.edits(id, 'changed');
    await mia.edits(id, 'changed again');
    const [read, readByHim] = await Promise.all([hersWhole(/again/), hisWhole(/again/)]);
    for (const text of [read, readByHim])
      expect(text).toMatch(/"content":"changed".*"content":"changed again"/s);
    expect(read).toContain('the cat did it');
    expect(readByHim).not.toContain('the cat did it');
    stopped.abort();
  });
});

describe('access to the actor API', () => {
  it.each([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another page of this machine', { origin: 'http://127.0.0.1:1' }],
  ])('is denied to %s', async (_who, headers) => {
    const refused = await call('/actor/world', { headers });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatch(/^[A-Z].*\.$/);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is denied to a host name that resolves to this machine', async () => {
    const { port } = new URL(playground.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `rigsmith.example:${port}` };
      get({ port, path: '/actor/world', headers }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      );
    });
    expect(status).toBe(403);
  });

  it('is denied to a foreign page that wants a signature', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await post('/actor/people/mia/wallet/sign', { message: 'x' }, headers)).status).toBe(403);
  });

  it.each([
    ['/actor/people/mia/run', { command: 7 }, /command/],
    ['/actor/people/mia/run', { command: 'greet', surprise: 1 }, /surprise/],
    ['/actor/people/mia/click', {}, /label or the custom_id/],
    ['/actor/people/mia/wait', { pattern: '(' }, /not a regular expression/],
    ['/actor/people/mia/wait', { text: 'a', control: 'b' }, /a pattern, or a control/],
    ['/actor/people/mia/wallet/sign', { message: 'a', sign_in_input: {} }, /sign_in_input/],
  ])('gives one sentence for a wrong body at %s', async (path, body, sentence) => {
    const refused = await post(path, body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(sentence);
  });

  it('lists its endpoints', async () => {
    const lost = await call('/actor/nowhere');
    expect(lost).toMatchObject({ status: 404, body: { error: 'There is nothing at GET /actor/nowhere.' } });
  });
});
