/** The classes of body. Apart from `types.ts`, because what a spec says is checked against them. */

/** `other` is an unknown class; its joints follow the solid's curve skeleton. */
export const skeletonKinds = [
  'biped',
  'quadruped',
  'hexapod',
  'octopod',
  'avian',
  'serpentine',
  'aquatic',
  'other',
] as const;
export type SkeletonKind = (typeof skeletonKinds)[number];

/** How surfaces are made: smooth, of flat facets, of cubes, or with flat tones and an outline. */
export const artStyles = ['clay', 'low-poly', 'voxel', 'toon'] as const;
export type ArtStyle = (typeof artStyles)[number];

/** Ratios of head to body. */
export const proportionNames = ['chibi', 'natural', 'heroic'] as const;
export type Proportions = (typeof proportionNames)[number];

/** Where a thing can be that is usually held. */
export const places = [
  'left hand',
  'right hand',
  'both hands',
  'left arm',
  'right arm',
  'left shoulder',
  'right shoulder',
  'back',
  'hip',
  'head',
  'overhead',
  'floating',
] as const;
export type Place = (typeof places)[number];
export const isInHand = (place: Place): boolean => / hands?$/.test(place);

/** The character's own left and right. */
export const sideNames = ['left', 'right'] as const;
export type SideName = (typeof sideNames)[number];
/** Where something is drawn on a place that comes in pairs. */
export const markSides = [...sideNames, 'both'] as const;
export type MarkSide = (typeof markSides)[number];

/** What one of a pair can be, and its fellow is not. */
export const sideStates = ['missing', 'prosthetic', 'hook', 'peg', 'blade', 'closed', 'torn'] as const;
export type SideState = (typeof sideStates)[number];

/** Of four legs. */
export const legRows = ['front', 'back'] as const;
export type LegRow = (typeof legRows)[number];

/** Where something can be drawn on a body, or stuck to it. `badge` is a side of the chest, `hat` the front of headgear, `held` what is held. */
export const markPlaces = [
  'face',
  'forehead',
  'eye',
  'cheek',
  'nose',
  'mouth',
  'chin',
  'neck',
  'chest',
  'badge',
  'belly',
  'back',
  'side',
  'shoulder',
  'arm',
  'elbow',
  'forearm',
  'hand',
  'leg',
  'knee',
  'shin',
  'foot',
  'hat',
  'held',
] as const;
export type MarkPlace = (typeof markPlaces)[number];

/** What the arms of a person who stands or sits can do. */
export const armStances = [
  'crossed arms',
  'hands on hips',
  'hand on hip',
  'hands behind back',
  'hands in pockets',
  'arms up',
  'arm up',
  'arms out',
  'hands together',
  'right arm up',
  'thumbs up',
  'peace sign',
  'hand on belly',
  'hand on heart',
  'hands on frame',
] as const;
export type ArmStance = (typeof armStances)[number];

/** How far the hips of a person who sits are below and behind those of one who stands, in hip heights. */
export const sitting = { down: 0.47, back: 0.46 } as const;

/** Whether a clip leaves the arms free for a stance: only where the body keeps its place. */
export const leavesArms = (clip: string): boolean => /^(?:idle|sit|kneel)/.test(clip);

export const isArtStyle = (value: unknown): value is ArtStyle => artStyles.some((name) => name === value);

export const isProportions = (value: unknown): value is Proportions =>
  proportionNames.some((name) => name === value);

/** The proportions that a request chooses; older ones name them as their style. */
export function proportionsIn({ style, proportions = style }: { style?: string; proportions?: string }) {
  return isProportions(proportions) ? proportions : undefined;
}
