import { ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { type Row, row } from '../../cards/card.js';
import { encodeCustomId } from '../../custom-id.js';
import type { RigJob } from '../rows.js';

/** Formats with a description; a service may know others, which are not offered. */
const known = ['glb', 'meshopt.glb', 'vrm', 'usdz', 'fbx', 'obj', 'stl', 'ply', 'bvh'] as const;
type Known = (typeof known)[number];

/** The name of a choice in the texts, by its value. An avatar names what others may do with it. */
const choices = {
  glb: { glb: 'glb' },
  'meshopt.glb': { 'meshopt.glb': 'meshopt' },
  vrm: { 'vrm/owner': 'vrm_owner', 'vrm/cc-by': 'vrm_cc_by', 'vrm/cc0': 'vrm_cc0' },
  usdz: { usdz: 'usdz' },
  fbx: { fbx: 'fbx' },
  obj: { obj: 'obj' },
  stl: { stl: 'stl' },
  ply: { ply: 'ply' },
  bvh: { bvh: 'bvh' },
} as const;
type Named<Format extends Known = Known> = Format extends Known
  ? (typeof choices)[Format][keyof (typeof choices)[Format]]
  : never;

/** Chooses a format; null where the service converts nothing. */
export function formatMenu({ id, memberId, generation }: RigJob, t: Translate): Row | null {
  const formats: readonly string[] = generation.output?.formats ?? [];
  if (formats.length === 0) return null;
  const offered = known.filter((format) => format === 'glb' || formats.includes(format));
  return row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rig', action: 'download', owner: memberId, argument: id }),
    placeholder: t('rig.download.placeholder'),
    options: offered
      .flatMap((format) => Object.entries(choices[format]) as [string, Named][])
      .map(([value, name]) => ({
        label: t(`rig.download.format.${name}.label`),
        description: t(`rig.download.format.${name}.description`),
        value,
      })),
  });
}
