import { expect, it } from 'vitest';
import { arWay, sceneViewerLink } from '../../../../src/bot/rig/page/ar.js';

const iphone = { hasQuickLook: true, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' };
const pixel = { hasQuickLook: false, userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' };
const desktop = { hasQuickLook: false, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };
const all = { hasUsdz: true, isPublic: true };

it.each([
  ['an iPhone', iphone, all, 'quick-look'],
  ['an iPhone, from a service without USDZ', iphone, { ...all, hasUsdz: false }, null],
  ['an Android phone', pixel, all, 'scene-viewer'],
  ['an Android phone, from a service that it cannot reach', pixel, { ...all, isPublic: false }, null],
  ['a desktop', desktop, all, null],
] as const)('a character is shown in the room on %s as %s', (_, device, model, way) => {
  expect(arWay(model, device)).toBe(way);
});

it('Scene Viewer gets the signed address of the model whole', () => {
  const model = 'https://files.example/gen_1.glb?expires=1&signature=a%2Bb';
  const link = sceneViewerLink(model, 'A fox; red & proud', 'https://bot.example/rig#token');
  expect(link).toMatch(/^intent:\/\/arvr\.google\.com\/scene-viewer\/1\.0\?/);
  const [query = '', intent = ''] = link.split('#Intent;');
  const asked = new URL(query.replace('intent:', 'https:')).searchParams;
  expect(Object.fromEntries(asked)).toEqual({
    file: model,
    mode: 'ar_preferred',
    title: 'A fox; red & proud',
  });
  const fallback = intent.split(';').find((part) => part.startsWith('S.browser_fallback_url='))!;
  expect(decodeURIComponent(fallback.split('=')[1]!)).toBe('https://bot.example/rig#token');
});
