import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { turn } from './agents-model-world.js';
import { inOrder, type Reply, streamed, type useStrictServer } from './agents-strict-servers.js';

/** How one interface says what every interface can say. */
export type StrictDialect = {
  /** The events of an answer up to its first words. */
  begun: string;
  says(words: string): Reply;
  refusals: { busy: Reply; tooLong: Reply; tooLarge: Reply; blind: Reply; withSecrets: Reply };
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client may send
  messagesIn(request: any): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client may send
  limitIn(request: any): number;
};

/** Behaviour that every interface shares. */
export function testStrictDialect(model: ReturnType<typeof useStrictServer>, dialect: StrictDialect): void {
  const { begun, says, refusals, messagesIn, limitIn } = dialect;
  const { think } = model;
  const file = { name: 'fox.png', content_type: 'image/png', url: null, upload_id: 'upl_1' };
  const pictured = [{ ...turn('user', 'what is this?'), attachments: [file] }];

  test('an answer that breaks off fails, and can be tried again', async () => {
    model.server.reply = streamed(begun);
    expect((await think()).failed).toMatchObject({ retryable: true });
  });
  test('an answer is cancelled at the server when the member stops it', async () => {
    const stopping = new AbortController();
    model.server.reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(begun);
      setTimeout(() => stopping.abort(new Error('stopped')), 100);
    };
    await expect(think({ signal: stopping.signal })).rejects.toThrow('stopped');
    await eventually(() => expect(model.server.abandoned).toBe(1));
  });
  test('a request to a busy server is retried after the time it names', async () => {
    model.server.reply = inOrder(refusals.busy, says('Hi.'));
    expect((await think()).text).toBe('Hi.');
    expect(model.world.waits).toContain(7_000);
  });
  test('a conversation that is too long is sent again with less of it', async () => {
    model.server.reply = inOrder(refusals.tooLong, says('Hi.'));
    const history = Array.from({ length: 21 }, (_, at) =>
      turn(at % 2 ? 'agent' : 'user', `${at} ${'word '.repeat(300)}`),
    );
    expect((await think({ history })).text).toBe('Hi.');
    const [first, second] = model.server.requests.map((one) => JSON.stringify(messagesIn(one)).length);
    expect(second).toBeLessThan(Number(first) * 0.7);
  });
  test('a reply limit that is too large is replaced by a modest one', async () => {
    model.server.reply = inOrder(refusals.tooLarge, says('Hi.'));
    expect((await think({ options: { maxReplyTokens: 40_960 } })).text).toBe('Hi.');
    expect(limitIn(model.server.requests[1])).toBe(1_024);
  });
  test('pictures that are refused are left out', async () => {
    model.server.reply = inOrder(refusals.blind, says('Hi.'));
    await think({
      history: pictured,
      readPicture: async () => 'data:image/png;base64,AAAA',
      options: { canSee: true },
    });
    expect(JSON.stringify(model.server.requests[1])).not.toContain('base64');
  });
  test('pictures are not sent to a model that cannot see', async () => {
    model.server.reply = says('A fox.');
    const readPicture = async () => 'data:image/png;base64,iVBORw0KGgo=';
    await think({ history: pictured, readPicture, options: { canSee: false } });
    expect(JSON.stringify(model.server.requests[0])).not.toContain('base64');
  });
  test('the words of a refusal never reach the member', async () => {
    model.server.reply = refusals.withSecrets;
    expect(JSON.stringify((await think()).failed)).not.toMatch(/sk-|10\.0/);
  });
}
