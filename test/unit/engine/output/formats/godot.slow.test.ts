import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRig, type Rig } from '../../../../../src/engine/index.js';
import { type GodotScene, importInGodot, missingGodot } from '../../../../support/godot.js';
import { quick } from '../../../../support/rig.js';

/** Godot writes names of bones in its own style. */
const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

describe.skipIf(missingGodot)(`a GLB in Godot${missingGodot ? `: ${missingGodot}` : ''}`, () => {
  let rig: Rig;
  let scene: GodotScene;
  beforeAll(async () => {
    const clips = ['idle', 'walk', 'wave'];
    rig = await makeRig({ kind: 'text', prompt: 'a knight with a cape', seed: 3, clips, ...quick });
    scene = await importInGodot(rig.glb, mkdtempSync(join(tmpdir(), 'rigsmith-godot-')));
  });

  it('has the whole skeleton, and one mesh that follows it', () => {
    expect(scene.bones.map(plain)).toEqual(
      expect.arrayContaining(rig.report.joints.map(({ name }) => plain(name))),
    );
    expect(scene.skins).toBe(1);
    expect(scene.surfaces).toBe(rig.report.mesh.materials);
  });

  it('has the clips with their length, and the expressions', () => {
    expect(Object.keys(scene.clips).toSorted()).toEqual(['idle', 'walk', 'wave']);
    for (const { name, seconds } of rig.report.animations) {
      expect(scene.clips[name]![0], name).toBeCloseTo(seconds, 2);
      expect(scene.clips[name]![1], name).toBeGreaterThan(10);
    }
    expect(scene.shapes).toBeGreaterThanOrEqual(10);
  });
});
