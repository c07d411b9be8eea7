import { describe, expect, it } from 'vitest';
import { downloadCard, makingFileCard } from '../../../../src/bot/rig/cards/download.js';
import { rigCard } from '../../../../src/bot/rig/cards/rig.js';
import { t } from '../../../support/copy.js';
import { faultsOf, job, output, read } from './sample.js';

const files = { preview: null, turntable: null, model: null };
const cardWith = (changes = {}) => rigCard(job({ status: 'succeeded', output: output(changes) }), files, t);

describe('the formats of a finished rig', () => {
  it('are offered with the licence of an avatar, as far as the service converts to them', () => {
    const card = cardWith({ formats: ['vrm', 'stl', 'step'], clip: 'walk' });
    expect(faultsOf(card)).toEqual([]);
    const shown = JSON.stringify(card.components);
    expect([...shown.matchAll(/"value":"([\w/-]+)"/g)].map(([, value]) => value)).toEqual(
      expect.arrayContaining(['glb', 'vrm/owner', 'vrm/cc-by', 'vrm/cc0', 'stl']),
    );
    expect(shown).not.toContain('"obj"');
    expect(shown).not.toContain('step');
  });

  it('are not offered where the service converts nothing', () => {
    expect(JSON.stringify(cardWith().components)).not.toContain('Download as');
  });

  it('are announced while they are made', () => {
    const card = makingFileCard('fbx', t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toContain('Making your FBX file');
  });

  it.each([
    ['attached', new Uint8Array([1]), 1],
    ['only linked, where Discord does not take it', null, 0],
  ])('arrive as a private answer, %s', (_how, bytes, attached) => {
    const made = job({ status: 'succeeded', output: output() });
    const url = 'https://rigs.example/fox.vrm';
    const card = downloadCard({ job: made, format: 'vrm', name: 'fox.vrm', url, bytes }, t);
    expect(faultsOf(card)).toEqual([]);
    expect(card.files.map(({ name }) => name)).toEqual(attached ? ['fox.vrm'] : []);
    expect(read(card)).toContain('Your VRM file');
    expect(JSON.stringify(card.components)).toContain(url);
  });
});
