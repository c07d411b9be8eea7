import { describe, expect, it } from 'vitest';
import { createAsker, many } from './asker.js';

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const FORM = 'multipart/form-data; boundary=b';

/** A bot that sends raw text unchanged. */
async function createSender() {
  const asker = await createAsker();
  const send = async (text: string, type = 'application/json') => {
    const headers = { authorization: `Bot ${asker.bot.token}`, 'content-type': type };
    const response = await asker.fetch(asker.path.messages, { method: 'POST', headers, body: text });
    const answer = (await response.json()) as { code?: number; errors?: object };
    return { status: response.status, code: answer.code, faults: Object.keys(answer.errors ?? {}).length };
  };
  return { ...asker, send };
}

describe('a malformed body', () => {
  it.each([
    ['embeds', '{"content":"x","embeds":', '}'],
    [
      'a field that Discord passes over',
      '{"embeds":[{"title":"x","image":{"url":"https://x.y","flags":',
      '}}]}',
    ],
    ['a file that is kept', '{"content":"x","attachments":[{"id":"1","flags":', '}]}'],
  ])(
    'nested 100,000 levels in %s is refused as JSON, and the channel stays readable',
    async (_, head, tail) => {
      const { send, ask, path } = await createSender();
      expect(await send(head + nested(100_000, '[', ']') + tail)).toMatchObject({ status: 400, code: 50109 });
      expect(await send(`{"content":"${'[{'.repeat(500)}\\"${'['.repeat(200)}"}`)).toMatchObject({
        status: 200,
      });
      expect((await ask('GET', path.messages)).status).toBe(200);
    },
  );

  it('with 100,000 unknown fields reports a hundred of them, and the problem stays short', async () => {
    const { send, problems } = await createSender();
    const fields = many(100_000, (index) => `"${'k'.repeat(index === 0 ? 10_000 : 1)}${index}":1`);
    expect(await send(`{${fields.join()}}`)).toMatchObject({ status: 400, code: 50035, faults: 100 });
    expect(JSON.stringify(problems()).length).toBeLessThan(50_000);
  });

  it('of 9 MB without a file is too large', async () => {
    const { send } = await createSender();
    expect(await send(`{"content":"${'x'.repeat(9 << 20)}"}`)).toMatchObject({ status: 413, code: 40005 });
  });

  it.each([
    ['no form at all', 'garbage', FORM],
    ['a form without a boundary', 'garbage', 'multipart/form-data'],
    [
      'a form that ends within a file',
      '--b\r\ncontent-disposition: form-data; name="files[0]"; filename="a"\r\n\r\nabc',
      FORM,
    ],
    [
      'a form that ends within a field',
      '--b\r\ncontent-disposition: form-data; name="payload_json"\r\n\r\n{',
      FORM,
    ],
  ])('%s is the sender’s fault', async (_, text, type) => {
    const { send } = await createSender();
    expect(await send(text, type)).toMatchObject({ status: 400, code: 0 });
  });
});
