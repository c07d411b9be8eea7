/** Which class of body one picture shows, and which it may show instead. */
import type { Face } from '../../input/image/face.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { type KindChances, type PictureKind, pictureKinds } from '../../segmentation/subject/kinds.js';
import type { SkeletonKind } from '../../types.js';
import { judgeThresholds, viewThresholds } from './calibration.js';
import { classOf } from './class-of.js';
import { sideKinds, sideOdds, standsOnTwo } from './view.js';

const { agreement, misnamed, certain, guess, rival } = judgeThresholds;

export type Judged = {
  kind: SkeletonKind;
  /** The chance of a head, or a head and shoulders; null where only the outline tells. */
  bust: number | null;
  /** The next most likely class, where the first is not certain. */
  alternative: SkeletonKind | null;
  /** Chance of the class among all, 0 to 1. */
  confidence: number;
  /** Right in about nine of ten pictures. */
  isCertain: boolean;
  /** Hardly likelier than others: worth a question. */
  isGuess: boolean;
};

/** A class that was said or recognised otherwise. */
export const certainly = (kind: SkeletonKind, chances: KindChances | null): Judged => ({
  kind,
  bust: chances?.bust ?? null,
  alternative: null,
  confidence: 1,
  isCertain: true,
  isGuess: false,
});

/**
 * Whether a picture may show the class that its file is named after. Names mislead: a person may be called Robin.
 * @param seesPerson a pose network recognises a person: then it is one unless the named class is more likely
 */
export function mayShow(named: SkeletonKind, chances: KindChances, seesPerson: boolean): boolean {
  const [own, others] = [true, false].map((isOwn) =>
    pictureKinds.filter((kind) => (bodyIn(kind) === named) === isOwn).map((kind) => chances[kind]),
  );
  const most = seesPerson && named !== 'biped' ? 1 : misnamed;
  return Math.max(...others!) < most * Math.max(...own!);
}

/** The class that the outline shows by its limbs counts more than others. */
export function judgeKind(s: Silhouette, chances: KindChances, face?: Face): Judged {
  const outlined = classOf(s);
  const counted = Object.fromEntries(
    pictureKinds.map((kind) => [kind, chances[kind] * (kind === outlined ? agreement : 1)]),
  ) as KindChances;
  const odds = sideOdds(s, outlined, counted, face);
  const weighed = pictureKinds.map((kind) => ({ kind: bodyIn(kind), chance: counted[kind] }));
  const isFromSide = odds > 0 && !(ranking(weighed)[0]!.kind === 'quadruped' && standsOnTwo(s));
  const sum = weighed.reduce((total, { chance }) => total + chance, 0);
  const ranked = ranking(weighed.map(({ kind, chance }) => ({ kind: shownAs(kind, isFromSide), chance })));
  const likeliest = ranked[0]!;
  const first =
    isFromSide && likeliest.kind === 'biped' ? ranked.find(({ kind }) => sideKinds.has(kind))! : likeliest;
  // The other reading may be the other view of the same animal.
  const others = ranking(weighed).filter(({ kind }) => kind !== first.kind && offered.has(kind));
  const otherView = others.find(({ kind }) => sideKinds.has(kind) !== isFromSide);
  const isViewed = Math.abs(odds) > viewThresholds.doubtful || sideKinds.has(first.kind) !== isFromSide;
  const second = isViewed ? others[0] : otherView;
  const own = weighed.reduce((total, { kind, chance }) => (kind === first.kind ? total + chance : total), 0);
  const confidence = own / sum;
  const least = confidence < certain ? rival.doubtful : rival.certain;
  return {
    kind: first.kind,
    bust: chances.bust,
    alternative: second && (!isViewed || second.chance > least * first.chance) ? second.kind : null,
    confidence,
    isCertain: confidence >= certain,
    isGuess: confidence < guess,
  };
}

/** Any outline can have one of these classes; the others need limbs that it may lack. */
const offered: ReadonlySet<SkeletonKind> = new Set(['biped', 'quadruped', 'avian', 'aquatic'] as const);

type Ranked = { kind: SkeletonKind; chance: number };

const bodyIn = (kind: PictureKind): SkeletonKind => (kind === 'bust' ? 'biped' : kind);

/**
 * An animal seen from the front stands on two legs in its picture: four cannot be told apart. Made from the side, it
 * would have a face on either flank.
 */
const shownAs = (kind: SkeletonKind, isFromSide: boolean): SkeletonKind =>
  !isFromSide && sideKinds.has(kind) ? 'biped' : kind;

/** The likeliest first. */
function ranking(list: readonly Ranked[]): Ranked[] {
  const kinds = [...new Set(list.map(({ kind }) => kind))];
  const chanceOf = (kind: SkeletonKind) =>
    list.reduce((sum, one) => (one.kind === kind ? sum + one.chance : sum), 0);
  return kinds.map((kind) => ({ kind, chance: chanceOf(kind) })).sort((a, b) => b.chance - a.chance);
}
