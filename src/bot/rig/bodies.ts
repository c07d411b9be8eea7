/** The classes of body, in the order of `data/pictures/bodies.webp`; values of the parameter `skeleton`. */
export const bodies = [
  'biped',
  'quadruped',
  'avian',
  'aquatic',
  'serpentine',
  'hexapod',
  'octopod',
  'other',
] as const;
export type BodyKind = (typeof bodies)[number];

type BodyKey = `rig.body.name.${BodyKind | 'auto'}`;
const named: ReadonlySet<string> = new Set([...bodies, 'auto']);

/** The name of a class of body in the reader's language; a service may have classes that we don't know. */
export const bodyName = (kind: string, t: (key: BodyKey) => string): string =>
  named.has(kind) ? t(`rig.body.name.${kind as BodyKind | 'auto'}`) : kind;

/** The name of a value of a pipeline's parameter; only bodies and `auto` are translated. */
export const valueName = (parameter: string, value: string, t: (key: BodyKey) => string): string =>
  parameter === 'skeleton' || value === 'auto' ? bodyName(value, t) : value;
