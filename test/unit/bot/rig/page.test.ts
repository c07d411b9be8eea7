import { resolve } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { createLog } from '../../../../src/base/log.js';
import { rigPage } from '../../../../src/bot/rig/page.js';
import type { RigJob } from '../../../../src/bot/rig/rows.js';
import { createGuard } from '../../../../src/bot/web/guard.js';
import { createCopy } from '../../../../src/copy/copy.js';
import { createTranslate, type TranslateOptions } from '../../../../src/copy/translate.js';
import { manualClock } from '../../../support/clock.js';
import { copy as shipped } from '../../../support/copy.js';
import { job, output } from '../cards/sample.js';

const english = shipped.locales.find(({ locale }) => locale === 'en-US')!;
const german = {
  locale: 'de',
  name: 'Deutsch',
  isReviewed: false,
  messages: {
    'rig.error.page_not_found': 'Dieses Rig gibt es nicht.',
    'rig.page.canvas': 'Die Figur in 3D',
    'rig.page.facts':
      '{joints, plural, one {# Gelenk} other {# Gelenke}} ({skeleton}) · {triangles, plural, one {# Dreieck} other {# Dreiecke}}',
  },
};
const copy = createCopy([english, german]);

const origin = 'https://rigsmith.example';
const token = 'of-a-rig-that-is-ready-12345';
let app: FastifyInstance;
let rigs: Map<string, RigJob>;
beforeEach(() => {
  rigs = new Map([
    [token, job({ status: 'succeeded', output: output() })],
    [`still-${token}`, job()],
  ]);
  app = Fastify();
  const guard = createGuard({
    origin,
    walletOrigin: null,
    copy,
    clock: manualClock(),
    log: createLog('silent'),
  });
  guard.protect(app);
  rigPage({
    folder: resolve('dist/src/bot/rig/page'),
    flow: {
      findByToken: async (given) => rigs.get(given) ?? null,
      findShared: async () => null,
      async readFile({ generation }, format) {
        if (!generation.output?.files.length) throw new AppError('not_found');
        if (format === 'fbx') return null;
        return Buffer.from(format === 'glb' ? 'glTF' : `as ${format}`);
      },
      linkToModel: async () => 'https://files.example/model.glb',
    },
  })(app, guard.takeOne, copy);
});
afterEach(() => app.close());

const ask = (act: string, given: string, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: `/rig/api/${act}`,
    headers: { origin },
    payload: { token: given, ...more },
  });

describe('the page of a rig', () => {
  it('shows the prompt and the model to anyone with its address', async () => {
    expect((await ask('view', token)).json()).toEqual({
      type: 'text',
      prompt: 'a red *fox*',
      fileName: 'red-fox.glb',
      skeleton: 'biped',
      joints: 22,
      triangles: 4812,
      formats: [],
      isPublic: true,
    });
    const model = await ask('model', token);
    expect([model.headers['content-type'], model.body]).toEqual(['model/gltf-binary', 'glTF']);
    const page = await app.inject('/rig');
    expect(page.body).toContain('The character in 3D');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' blob:");
  });

  it('gives other formats, and a link for programs outside of the browser', async () => {
    const usdz = await ask('model', token, { format: 'usdz' });
    expect([usdz.headers['content-type'], usdz.body]).toEqual(['model/vnd.usdz+zip', 'as usdz']);
    const stl = await ask('model', token, { format: 'stl' });
    expect([stl.headers['content-type'], stl.body]).toEqual(['application/octet-stream', 'as stl']);
    expect((await ask('link', token)).json()).toEqual({ url: 'https://files.example/model.glb' });
  });

  it('is told to ask again for a file that is still being made', async () => {
    const fbx = await ask('model', token, { format: 'fbx' });
    expect([fbx.statusCode, fbx.json()]).toEqual([
      202,
      { detail: expect.stringContaining('still being made') },
    ]);
  });

  it('shows nothing of a rig that is unfinished, deleted, or of another address', async () => {
    for (const given of [`still-${token}`, token.replace('1', '2')])
      for (const act of ['view', 'model', 'link']) {
        const refused = await ask(act, given);
        expect([refused.statusCode, refused.json().detail]).toEqual([
          404,
          expect.stringContaining("couldn't find this rig"),
        ]);
      }
  });

  it('is in the language of the browser, also what it refuses', async () => {
    const headers = { origin, 'accept-language': 'de-AT,en;q=0.5' };
    const { body } = await app.inject({ url: '/rig', headers });
    expect(body).toContain('<html lang="de"');
    expect(body).toContain('aria-label="Die Figur in 3D"');
    expect(body).not.toMatch(/\{\{[\w.]+\}\}/);
    const sent = /id="copy">(.*)<\/script>/.exec(body)?.[1] ?? '';
    const t = createTranslate(JSON.parse(sent) as TranslateOptions);
    expect(t('rig.page.facts', { joints: 1, skeleton: 'biped', triangles: 4812 })).toBe(
      '1 Gelenk (biped) · 4.812 Dreiecke',
    );
    expect(t('rig.page.loading')).toBe('Loading the model…');
    const refused = await app.inject({
      method: 'POST',
      url: '/rig/api/view',
      headers,
      payload: { token: token.replace('1', '2') },
    });
    expect(refused.json().detail).toBe('Dieses Rig gibt es nicht.');
  });

  it('serves the file a limited number of times a minute, and to no other page', async () => {
    const many = await Promise.all(Array.from({ length: 61 }, () => ask('model', token)));
    expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    const elsewhere = { origin: 'https://evil.example' };
    const stolen = await app.inject({
      method: 'POST',
      url: '/rig/api/view',
      headers: elsewhere,
      payload: { token },
    });
    expect(stolen.statusCode).toBe(403);
  });
});
