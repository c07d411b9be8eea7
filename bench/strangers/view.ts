/** A finished upload from one side, with its bones drawn over it. */
import sharp from 'sharp';
import { type Pose, restPose } from '../../src/engine/clips/clip.js';
import { readRig } from '../../src/engine/output/formats/read.js';
import { shownSurfaces } from '../../src/engine/output/model/shown.js';
import { frameCamera, portraitPitch, project } from '../../src/engine/output/render/camera.js';
import { samples } from '../../src/engine/output/render/canvas.js';
import { poseScene } from '../../src/engine/output/render/scene.js';
import { renderStill } from '../../src/engine/output/render/still.js';
import type { Tile } from '../gallery/sheet.js';

const fingers = /Thumb|Index|Middle|Ring|Little/;

/** From the front and the left side at rest, and in the middle of a step. */
export async function tilesOfRig(glb: Uint8Array, caption: string, side: number): Promise<Tile[]> {
  const { skeleton, parts, clips } = await readRig(glb);
  const pieces = parts.map(({ primitive, ...part }) => ({ source: primitive, ...part }));
  const surfaces = await shownSurfaces(pieces, parts);
  const moving = clips.find(({ name }) => /walk|swim|slither|fly/.test(name)) ?? clips[0]!;
  const view = async (yaw: number, pose: Pose, hasBones: boolean): Promise<Uint8Array> => {
    const rgb = renderStill(skeleton, surfaces, pose, side, yaw);
    if (!hasBones) return rgb;
    const scene = poseScene(skeleton, surfaces, pose);
    const [extent, centre] = [side * samples * 0.88, (side * samples) / 2];
    const camera = frameCamera(scene.points, yaw, portraitPitch, [extent, extent], [centre, centre]);
    const flat = project(camera)(new Float32Array(scene.posed.flatMap(({ position }) => [...position])));
    const at = (i: number) => [flat[i * 3]! / samples, flat[i * 3 + 1]! / samples] as const;
    const lines = skeleton.joints.flatMap(({ name, parent }, i) => {
      const above = skeleton.joints.findIndex((joint) => joint.name === parent);
      if (above < 0 || fingers.test(name)) return [];
      const [[x1, y1], [x2, y2]] = [at(above), at(i)];
      const end = `cx="${x2}" cy="${y2}" r="2" fill="#fff"`;
      return [
        `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#f90" stroke-width="2"/><circle ${end}/>`,
      ];
    });
    const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${lines.join('')}</svg>`;
    const raw = { width: side, height: side, channels: 3 } as const;
    const drawn = sharp(rgb, { raw }).composite([{ input: Buffer.from(overlay) }]);
    return drawn.removeAlpha().raw().toBuffer();
  };
  return [
    { caption, rgb: await view(0, restPose, true) },
    { caption: 'side', rgb: await view(Math.PI / 2, restPose, true) },
    { caption: moving.name, rgb: await view(0.7, moving.poses[Math.round(moving.poses.length / 4)]!, false) },
  ];
}
